// Shows a PDF page below page, drawn when they come near the window and let go when they are far from it, so that long
// documents work on phones. Only the parts of the file that are needed travel.
import { GlobalWorkerOptions, getDocument } from './pdfjs/pdf.min.mjs';
import { iconButton, make } from './viewer.js';

const texts = {
  page: (at, of) => `Page ${at} of ${of}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  smaller: 'Smaller',
  larger: 'Larger',
};

const at = (path) => new URL(`./pdfjs/${path}`, import.meta.url).href;
GlobalWorkerOptions.workerSrc = at('pdf.worker.min.mjs');

const zooms = [1, 1.5, 2, 3];
/** A canvas of more pixels is more than phones have room for. */
const mostPixels = 8_000_000;
const margin = 16;
/** Wider than this a page is harder to read, not easier. */
const widestPage = 860;

/**
 * @param onPage told the page before the reader, from 1
 * @returns a function that closes the document; throws for what is no document or cannot be read
 */
export async function openPdf({ address, name, stage, tools, onPage }) {
  const task = getDocument({
    url: address,
    ...{ cMapUrl: at('cmaps/'), standardFontDataUrl: at('standard_fonts/'), wasmUrl: at('wasm/') },
    ...{ iccUrl: at('iccs/'), disableAutoFetch: true, disableStream: true, rangeChunkSize: 131_072 },
    ...{ enableXfa: false, verbosity: 0 },
  });
  const pdf = await task.promise;
  const first = (await pdf.getPage(1)).getViewport({ scale: 1 });

  const holder = make('div', { class: 'viewer-sheets' });
  const sheets = Array.from({ length: pdf.numPages }, (_, index) => {
    const element = make('section', {
      class: 'viewer-sheet',
      'aria-label': texts.page(index + 1, pdf.numPages),
    });
    holder.append(element);
    return {
      number: index + 1,
      element,
      width: first.width,
      height: first.height,
      drawing: null,
      words: null,
    };
  });
  const byElement = new Map(sheets.map((sheet) => [sheet.element, sheet]));
  let zoom = 0;
  let current = 0;
  let isClosed = false;

  const page = make('p', { class: 'viewer-page', role: 'status' });
  const back = iconButton('up', texts.previousPage, () => turn(-1));
  const on = iconButton('down', texts.nextPage, () => turn(1));
  const smaller = iconButton('smaller', texts.smaller, () => setZoom(zoom - 1));
  const larger = iconButton('larger', texts.larger, () => setZoom(zoom + 1));
  tools.replaceChildren(back, page, on, smaller, larger);

  // Scrolled by keys as well as by fingers.
  stage.tabIndex = 0;
  stage.setAttribute('role', 'region');
  stage.setAttribute('aria-label', name);
  stage.append(holder);

  const fitting = () => Math.min(stage.clientWidth - 2 * margin, widestPage);

  function lay() {
    for (const { element, width, height } of sheets) {
      const shown = fitting() * zooms[zoom];
      element.style.width = `${shown}px`;
      element.style.height = `${(shown * height) / width}px`;
    }
  }

  async function draw(sheet) {
    if (sheet.drawing) return;
    const drawing = {};
    sheet.drawing = drawing;
    const read = await pdf.getPage(sheet.number);
    const { width, height } = read.getViewport({ scale: 1 });
    if (sheet.drawing !== drawing) return;
    if (width !== sheet.width || height !== sheet.height) {
      Object.assign(sheet, { width, height });
      lay();
    }
    const wanted = (sheet.element.clientWidth / width) * (window.devicePixelRatio || 1);
    const scale = Math.min(wanted, Math.sqrt(mostPixels / (width * height)));
    const viewport = read.getViewport({ scale });
    const canvas = make('canvas', { 'aria-hidden': 'true' });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    drawing.task = read.render({ canvas, viewport, background: '#ffffff' });
    await drawing.task.promise;
    if (sheet.drawing !== drawing) return;
    sheet.words ??= await wordsOf(read);
    sheet.element.replaceChildren(canvas, sheet.words);
  }

  function letGo(sheet) {
    sheet.drawing?.task?.cancel();
    sheet.drawing = null;
    sheet.element.replaceChildren(...(sheet.words ? [sheet.words] : []));
  }

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = byElement.get(target);
        if (!isIntersecting) letGo(sheet);
        // A page that is let go while it is drawn says so by failing.
        else draw(sheet).catch(() => {});
      }
    },
    { root: stage, rootMargin: '100% 0px' },
  );

  function follow() {
    if (isClosed) return;
    const middle = stage.scrollTop + stage.clientHeight / 2;
    const found = sheets.findLastIndex(({ element }) => element.offsetTop <= middle);
    const index = Math.max(0, found);
    if (page.textContent !== '' && index === current) return;
    current = index;
    page.textContent = texts.page(index + 1, sheets.length);
    back.disabled = index === 0;
    on.disabled = index === sheets.length - 1;
    onPage(index + 1);
  }

  function turn(step) {
    const sheet = sheets[Math.min(sheets.length - 1, Math.max(0, current + step))];
    stage.scrollTop = sheet.element.offsetTop - margin / 2;
    follow();
    if (document.activeElement?.disabled) stage.focus();
  }

  function setZoom(next) {
    if (next < 0 || next >= zooms.length) return;
    const place = stage.scrollTop / Math.max(1, holder.offsetHeight);
    zoom = next;
    redraw();
    stage.scrollTop = place * holder.offsetHeight;
    stage.scrollLeft = (stage.scrollWidth - stage.clientWidth) / 2;
    smaller.disabled = zoom === 0;
    larger.disabled = zoom === zooms.length - 1;
    if (document.activeElement?.disabled) stage.focus();
  }

  function redraw() {
    near.disconnect();
    for (const sheet of sheets) letGo(sheet);
    lay();
    for (const { element } of sheets) near.observe(element);
  }

  let laidFor = 0;
  const sizes = new ResizeObserver(() => {
    if (laidFor === stage.clientWidth) return;
    laidFor = stage.clientWidth;
    redraw();
    follow();
  });

  stage.addEventListener('scroll', follow, { passive: true });
  setZoom(0);
  laidFor = stage.clientWidth;
  sizes.observe(stage);
  stage.scrollTop = 0;
  follow();

  return () => {
    isClosed = true;
    near.disconnect();
    sizes.disconnect();
    stage.removeEventListener('scroll', follow);
    for (const sheet of sheets) letGo(sheet);
    task.destroy();
  };
}

/** The words of a page for who does not see it. */
async function wordsOf(read) {
  const { items } = await read.getTextContent();
  const text = items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
  return make('p', { class: 'unseen' }, text.trim());
}
