import { escapeHtml } from '@satchel/core/html/plain-text.ts';
import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '#config.ts';
import type { HostDatabase } from '#database/database.ts';
import { htmlPage, sendHtmlPage } from '#http/html-page.ts';
import type { Keys } from '#keys.ts';
import { helpClaim, helpPageAt, listedHelpPages } from './help-store.ts';
import { helpTexts } from './texts.ts';

interface Dependencies {
  config: Pick<Config, 'brand'>;
  database: HostDatabase;
  keys: Pick<Keys, 'isPageSigned'>;
}

const styles = `body{margin:0;background:#f2f4f6;color:#4c5459;font:400 1.0625rem/1.6 -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif;overflow-wrap:anywhere}header{background:var(--satchel-brand-8)}header a{display:block;box-sizing:border-box;max-width:44rem;margin:auto;padding:18px 20px;color:#fff;font-weight:700;text-decoration:none}main{max-width:44rem;margin:24px auto;padding:28px 20px;box-sizing:border-box}h1,h2,h3,h4{color:#161d21;line-height:1.25;text-wrap:balance}h1{margin:0 0 20px;font-size:2rem;letter-spacing:-0.022em}a{color:var(--satchel-brand-7)}a:focus-visible{outline:2px solid var(--satchel-brand-6);outline-offset:2px}header a:focus-visible{outline-color:#fff;outline-offset:-4px}img{max-width:100%;height:auto}blockquote{margin-inline:0;padding-inline-start:1em;border-inline-start:3px solid #dadfe2}table{max-width:100%;margin:16px 0;border-collapse:collapse}caption{padding-bottom:8px;color:#161d21;font-weight:600;text-align:start}th,td{padding:8px 14px;border:1px solid #dadfe2;text-align:start;vertical-align:top}th{background:#f2f4f6;color:#161d21;font-weight:600}.all{margin-top:40px;padding-top:16px;border-top:1px solid #dadfe2;font-size:.875rem}li{margin:6px 0}`;

/** Help pages for people, by the address the app builds from the help address and a page's alias (HELP-08). */
export const helpRoutes =
  ({ config: { brand }, database, keys }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    const page = (title: string, body: string) =>
      htmlPage({
        brand,
        title: `${title} – ${brand.name}`,
        styles,
        body: `<header><a href="/help">${escapeHtml(brand.name)}: ${helpTexts.title}</a></header><main><h1>${escapeHtml(title)}</h1>${body}</main>`,
      });

    server.get('/help', async (_request, reply) => {
      const pages = await database.read(listedHelpPages);
      const links = pages.map(
        ({ title, alias }) => `<li><a href="${escapeHtml(alias)}">${escapeHtml(title)}</a></li>`,
      );
      return sendHtmlPage(reply, page(helpTexts.title, `<ul>${links.join('')}</ul>`));
    });

    server.get<{ Params: { '*': string }; Querystring: { key?: unknown } }>(
      '/help/*',
      async (request, reply) => {
        const { params, query } = request;
        const known = await database.read((trx) => helpPageAt(trx, params['*']));
        // Nobody is signed in here: the address that the app was given says that this page is for its reader.
        const isFor =
          known?.roles === null || (known && keys.isPageSigned(helpClaim(known.id), String(query.key)));
        const found = isFor ? known : undefined;
        const all = `<p class="all"><a href="/help">${helpTexts.all}</a></p>`;
        if (!found) {
          const body = `<p>${helpTexts.missing}</p>${all}`;
          return sendHtmlPage(reply.code(404), page(helpTexts.missingTitle, body));
        }
        const words = sanitiseOnHost(found.body ?? '', 'rich');
        return sendHtmlPage(reply, page(found.title, `${belowTitle(words)}${all}`));
      },
    );
  };

/** The page has its one title; headings inside start below it. */
const belowTitle = (html: string) =>
  html.replace(/<(\/?)h([1-5])(?=[\s>])/g, (_, slash, level) => `<${slash}h${Math.max(2, Number(level))}`);
