/**
 * How the app runs an embed mini-app: in a frame without the app's origin, whose only script is the bootstrap below. The
 * app posts the files, the bootstrap makes addresses of them inside the frame and starts the app's styles and scripts.
 * The host allows the bootstrap by its hash in the app's Content-Security-Policy, so its text is fixed here for both.
 */

/** The frame says it listens, on load. */
export const frameReady = 'satchel-frame-ready';

/** The styles and scripts of the mini-app have loaded. */
export const frameStarted = 'satchel-frame-started';

/** A style or script did not load; `name` says which. */
export const frameFailed = 'satchel-frame-failed';

/** What the app posts once the frame is ready. */
export interface FrameStart {
  type: 'satchel-frame-start';
  files: { name: string; blob: Blob }[];
  /** Names of the styles and scripts, in the order they start. */
  entries: string[];
  initData: unknown;
}

export const frameBootstrap = `
addEventListener('message', function start(event) {
  const order = event.data;
  if (event.source !== parent || !order || order.type !== 'satchel-frame-start') return;
  removeEventListener('message', start);
  const addresses = new Map(order.files.map(({ name, blob }) => [name, URL.createObjectURL(blob)]));
  window.satchel = Object.freeze({
    initData: order.initData,
    fileUrl: (name) => addresses.get(name) ?? null,
  });
  const load = (name) => new Promise((resolve, reject) => {
    const isStyle = name.endsWith('.css');
    const part = document.createElement(isStyle ? 'link' : 'script');
    if (isStyle) part.rel = 'stylesheet';
    else part.async = false;
    part.onload = resolve;
    part.onerror = () => reject(name);
    part[isStyle ? 'href' : 'src'] = addresses.get(name) ?? 'about:blank';
    document.head.append(part);
  });
  Promise.all(order.entries.map(load)).then(
    () => parent.postMessage({ type: 'satchel-frame-started' }, '*'),
    (name) => parent.postMessage({ type: 'satchel-frame-failed', name: String(name) }, '*'),
  );
});
parent.postMessage({ type: 'satchel-frame-ready' }, '*');
`;

// Nothing from the network: a mini-app that runs offline has everything with it.
const policy =
  "default-src 'none'; script-src blob: 'unsafe-inline'; style-src blob: 'unsafe-inline'; img-src blob: data:; font-src blob: data:; media-src blob: data:; connect-src blob: data:; form-action 'none'; base-uri 'none'";

/** The document of the frame, for `srcdoc`. */
export const frameDocument = (language: string, title: string) =>
  `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${escapeHtml(title)}</title></head><body><script>${frameBootstrap}</script></body></html>`;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
