import { escapeHtml } from '@satchel/core/html/plain-text.ts';
import type { Config } from '#config.ts';
import { htmlPage } from '#http/html-page.ts';
import { cardStyles } from './page-document.ts';
import { prospectTexts } from './texts.ts';

const formStyles = `form{margin:20px 0 0}label{display:block;font-weight:600;color:#161d21}input{box-sizing:border-box;width:100%;min-height:44px;margin:6px 0 12px;padding:8px 12px;border:1px solid #818a90;border-radius:8px;font:inherit}button{min-height:44px;padding:8px 22px;border:0;border-radius:999px;background:var(--satchel-brand-8);color:#fff;font:inherit;font-weight:600}:focus-visible{outline:3px solid var(--satchel-brand-5);outline-offset:2px}p.problem{color:#a3161a;font-weight:600}`;

/**
 * Asks for the password of a link, and says nothing of what is behind it.
 * @param address of the page; how it was opened (`?own`) stays
 * @param problem why it is asked again
 */
export function lockDocument(brand: Config['brand'], address: string, problem?: string) {
  const [path = '', how] = address.split('?');
  const action = `${path.replace(/\/(?:unlock\/?)?$/, '')}/unlock${how === 'own' ? '?own' : ''}`;
  const said = problem
    ? `<p class="problem" role="alert" id="problem">${escapeHtml(problem)}</p>`
    : `<p id="problem">${escapeHtml(prospectTexts.locked)}</p>`;
  return htmlPage({
    brand,
    title: prospectTexts.lockedTitle,
    styles: cardStyles + formStyles,
    hasForm: true,
    body: `<main><p class="brand">${escapeHtml(brand.name)}</p><h1>${prospectTexts.lockedTitle}</h1>${said}<form method="post" action="${escapeHtml(action)}"><label for="password">${prospectTexts.password}</label><input id="password" name="password" type="password" required autofocus autocomplete="off" maxlength="255" aria-describedby="problem"><button type="submit">${prospectTexts.unlock}</button></form></main>`,
  });
}
