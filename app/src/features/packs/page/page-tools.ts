import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { packPageStyles } from '@satchel/core/pack-page/pack-page-styles.ts';

let sheet: CSSStyleSheet | null = null;

/** The pack page's own styles for every shadow root of this window, read once. */
export function packPageSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(packPageStyles);
  }
  return sheet;
}

/** What takes longest the first time: to be called while a page waits for what it shows. */
export function preparePage() {
  packPageSheet();
  sanitiseInBrowser('<p></p>', 'rich');
}
