/** Outlines of Tabler Icons (MIT). */
const paths = {
  close: 'M18 6l-12 12M6 6l12 12',
  download: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2M7 11l5 5l5 -5M12 4v12',
  previous: 'M15 6l-6 6l6 6',
  next: 'M9 6l6 6l-6 6',
  up: 'M6 15l6 -6l6 6',
  down: 'M6 9l6 6l6 -6',
  smaller: 'M5 12h14',
  larger: 'M12 5v14M5 12h14',
};

const svg = 'http://www.w3.org/2000/svg';

export function icon(name) {
  const drawing = document.createElementNS(svg, 'svg');
  const attributes = {
    ...{ viewBox: '0 0 24 24', class: 'icon', fill: 'none', stroke: 'currentColor', 'stroke-width': '1.75' },
    ...{ 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true' },
  };
  for (const [key, value] of Object.entries(attributes)) drawing.setAttribute(key, value);
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', paths[name]);
  drawing.append(path);
  return drawing;
}
