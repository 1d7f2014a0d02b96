import { escapeHtml } from '@satchel/core/html/plain-text.ts';
import { packPageStyles } from '@satchel/core/pack-page/pack-page-styles.ts';
import { filledText } from '@satchel/core/pack-page/page-content.ts';
import type { Config } from '#config.ts';
import { endOfPage, htmlPage, startPage } from '#http/html-page.ts';
import type { PageData } from './page-body.ts';
import { pageScriptAddress } from './page-scripts.ts';
import type { Totals } from './report.ts';
import { prospectTexts } from './texts.ts';

type Brand = Config['brand'];

/** A pack's page: all there is to read without the script, which reports, and opens files in a viewer. */
export const packDocument = (brand: Brand, page: PageData, body: string) =>
  startPage({
    brand,
    title: `${filledText(page, page.title)} – ${brand.name}`,
    styles: packPageStyles,
    viewer: { frames: playersOn(page) },
    body,
  });

interface Reporting {
  /** Where the page reports its visible time. */
  views: string;
  /** From `newVisit`. */
  session: string;
  /** What was reported of the visit when its page was loaded before; null for one that begins. */
  before: Totals | null;
}

/** What is new each time: the script, and which visit it reports. */
export function packDocumentEnd(nonce: string, { views, session, before }: Reporting) {
  const goesOn = before ? ` data-before="${escapeHtml(JSON.stringify(before))}"` : '';
  return endOfPage(
    `<script type="module" nonce="${nonce}" src="${pageScriptAddress}" data-views="${escapeHtml(views)}" data-session="${escapeHtml(session)}"${goesOn} async></script>`,
  );
}

/** Where the players of the page's hosted films are. */
const playersOn = ({ medias }: PageData) => [
  ...new Set(
    [...medias.values()].flatMap((media) =>
      media !== 'missing' && media.viewer?.player ? [new URL(media.viewer.player).origin] : [],
    ),
  ),
];

/** For a page that is one card with a few words. */
export const cardStyles = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f2f4f6;color:#4c5459;font:400 1rem/1.5 -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif}main{max-width:34rem;margin:24px;padding:28px 32px;background:#fff;border:1px solid #e7ebed;border-radius:16px}h1{margin:0 0 12px;color:#161d21;font-size:1.375rem;line-height:1.28}p{margin:12px 0 0}p.brand{margin:0 0 20px;color:var(--satchel-brand-7);font-weight:700}`;

/** Says the same for every link that shows nothing, whatever the reason. */
export const notReadyDocument = (brand: Brand) =>
  htmlPage({
    brand,
    title: prospectTexts.notReadyTitle,
    styles: cardStyles,
    body: `<main><p class="brand">${escapeHtml(brand.name)}</p><h1>${prospectTexts.notReadyTitle}</h1>${prospectTexts.notReady.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</main>`,
  });
