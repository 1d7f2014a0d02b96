import { escapeHtml } from '#html/plain-text.ts';

/**
 * How the app runs a script of somebody else, a tag manager or a feedback widget: in a frame without the app's origin,
 * so that it reaches neither tokens nor records nor the page. It learns only what the app posts to it, which arrives in
 * `dataLayer`, where tag managers look. The host allows the bootstrap by its hash, so its text is fixed here for both.
 */

/** The frame says it listens, on load. */
export const thirdPartyReady = 'satchel-third-party-ready';

/** What the app posts to the frame. */
export interface ThirdPartyEntry {
  type: 'satchel-third-party-entry';
  entry: Record<string, string | null>;
}

// Without an origin of its own a page may not ask for storage and cookies; scripts that do would end there.
export const thirdPartyBootstrap = `
const forgetful = () => {
  const items = new Map();
  return {
    get length() { return items.size; },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (name) => items.get(String(name)) ?? null,
    setItem: (name, value) => void items.set(String(name), String(value)),
    removeItem: (name) => void items.delete(String(name)),
    clear: () => items.clear(),
  };
};
for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: forgetful() });
Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
window.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js' }];
addEventListener('message', ({ source, data }) => {
  if (source !== parent || !data || data.type !== 'satchel-third-party-entry') return;
  window.dataLayer.push(data.entry);
});
parent.postMessage({ type: 'satchel-third-party-ready' }, '*');
`;

/** The document of the frame, for `srcdoc`. The script comes after the bootstrap and finds `dataLayer` in place. */
export const thirdPartyDocument = (language: string, title: string, script: string) =>
  `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><title>${escapeHtml(title)}</title></head><body><script>${thirdPartyBootstrap}</script><script async src="${escapeHtml(script)}"></script></body></html>`;

/** Whether an address is that of a script; any other is a page to open. */
export const isScriptAddress = (address: string) =>
  URL.canParse(address) && /\.m?js$/i.test(new URL(address).pathname);
