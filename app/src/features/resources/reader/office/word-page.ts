import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { withDirections } from '@satchel/core/html/text-direction.ts';
import type { WordContent } from './office-content.ts';

/** An address of pictureAddress, in a picture and not in words that look like one: sanitised values have no '>'. */
const pictureSource = /(<img [^>]*?src=")https:\/\/pictures\.invalid\/(\d+)(?=")/g;

// Whatever the sanitiser might let through, the page it stands in loads and runs nothing.
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

const style = `
  /* What is around the page is the desk of the app, in its scheme; the page itself is paper. */
  html { color-scheme: light dark; }
  body { margin: 0; background: transparent; }
  main { color-scheme: light; max-width: 720px; min-height: 100vh; margin: 16px auto; padding: 64px 72px; box-sizing: border-box;
    background: #fff; color: #161d21; font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif;
    overflow-wrap: anywhere; }
  h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.4em 0 0.5em; }
  h1 { font-size: 28px; } h2 { font-size: 20px; } h3 { font-size: 17px; } h4, h5, h6 { font-size: 16px; }
  ul, ol { margin: 0 0 1em; padding-inline-start: 28px; }
  li > :is(ul, ol) { margin-bottom: 0; }
  li + li { margin-top: 0.35em; }
  /* The numbers of an item stand in its words; notes at the foot, which hold paragraphs, are counted here. */
  ol > li:not(:has(> p)) { list-style: none; }
  :not(li) > ol:not(:has(> li > p)) { padding-inline-start: 0; }
  main > :first-child { margin-top: 0; }
  img { max-width: 100%; height: auto; }
  table { border-collapse: collapse; width: 100%; margin: 1em 0; }
  th, td { border: 1px solid #c6ccd0; padding: 6px 10px; text-align: start; vertical-align: top;
    overflow-wrap: break-word; }
  th { background: #f2f4f6; }
  td > p, th > p { margin: 0; }
  a { color: #1f6683; }
  @media (width < 600px) { main { margin: 0; padding: 24px 20px; } }
`;

/** A page of its own with the text of a Word document, for a frame without any rights. */
export function wordPage({ html, pictures }: WordContent): string {
  // In one pass: a page of a thousand pictures is gone through once, and not a thousand times.
  const text = withDirections(sanitiseInBrowser(html, 'rich'))
    .replaceAll(/ href="#[^"]*"/g, '')
    .replaceAll(pictureSource, (asked, before, at) => {
      const picture = pictures[Number(at)];
      return picture ? `${before}data:${picture.mime};base64,${picture.base64}` : asked;
    });
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><base target="_blank"><style>${style}</style></head><body><main>${text}</main></body></html>`;
}
