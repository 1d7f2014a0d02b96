import { randomBytes } from 'node:crypto';
import { brandRamp } from '@satchel/core/format/brand-ramp.ts';
import { escapeHtml } from '@satchel/core/html/plain-text.ts';
import type { FastifyReply } from 'fastify';
import type { Config } from '#config.ts';

export interface HtmlPage {
  html: string;
  /** Content-Security-Policy that allows this page's own style and script, by a nonce, and nothing else. */
  policy: string;
}

interface Parts {
  brand: Config['brand'];
  title: string;
  styles: string;
  /** Safe HTML; scripts in it need the nonce. */
  body: (nonce: string) => string;
  /** Whether the page has a form, which may then go to this host. */
  hasForm?: boolean;
  /** Whether scripts of the page show files, and the origins whose players they may show when a reader asks. */
  viewer?: { frames: readonly string[] };
}

const policyOf = (nonce: string, { hasForm, viewer }: Pick<Parts, 'hasForm' | 'viewer'>) =>
  [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src 'nonce-${nonce}'`,
    // Alignment and indent of texts: the sanitiser lets a fixed set of declarations through and no others.
    "style-src-attr 'unsafe-inline'",
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    ...(viewer ? ["media-src 'self'", "worker-src 'self'"] : []),
    ...(viewer && viewer.frames.length > 0 ? [`frame-src ${viewer.frames.join(' ')}`] : []),
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');

/** A page of the host itself, with the steps of the brand colour as `--satchel-brand-0` to `-9`. */
export function htmlPage({ brand, title, styles, body, ...allowed }: Parts): HtmlPage {
  const nonce = randomBytes(16).toString('base64');
  const ramp = brandRamp(brand.color);
  const steps = ramp.map((step, index) => `--satchel-brand-${index}:${step};`).join('');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" content="${ramp[8]}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">:root{${steps}}${styles}</style>
</head>
<body>
${body(nonce)}
</body>
</html>
`;
  return { html, policy: policyOf(nonce, allowed) };
}

/** Not for search engines, and told to nobody a reader goes on to. */
export const unlisted = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
};

export const sendHtmlPage = (reply: FastifyReply, { html, policy }: HtmlPage) =>
  reply
    .headers({ ...unlisted, 'content-security-policy': policy, 'cache-control': 'private, no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
