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
  page: 'M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2M9 9h1M9 13h6M9 17h6',
  picture:
    'M15 8h.01M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3zM3 16l5 -5c.93 -.9 2.07 -.9 3 0l5 5M14 14l1 -1c.93 -.9 2.07 -.9 3 0l3 3',
  film: 'M15 10l4.55 -2.28a1 1 0 0 1 1.45 .9v6.76a1 1 0 0 1 -1.45 .9l-4.55 -2.28zM3 8a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2z',
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
