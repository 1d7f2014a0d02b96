import { createHash, randomUUID } from 'node:crypto';
import { brandRamp } from '@satchel/core/format/brand-ramp.ts';
import { escapeHtml } from '@satchel/core/html/plain-text.ts';
import type { FastifyReply } from 'fastify';
import type { Config } from '#config.ts';

export interface HtmlPage {
  html: string;
  /** Content-Security-Policy that allows this page's own style, known by its hash, and nothing else. */
  policy: string;
}

/** A page up to where its script stands, which is all that is the same each time it is asked for. */
export interface StartedPage {
  start: string;
  /** @param nonce new for every answer: the script that has it may run, and what it loads */
  policy: (nonce: string) => string;
}

interface Parts {
  brand: Config['brand'];
  title: string;
  styles: string;
  /** Safe HTML without scripts. */
  body: string;
  /** Whether the page has a form, which may then go to this host. */
  hasForm?: boolean;
  /** Whether scripts of the page show files, and the origins whose players they may show when a reader asks. */
  viewer?: { frames: readonly string[] };
}

const policyOf = (styleHash: string, { hasForm, viewer }: Pick<Parts, 'hasForm' | 'viewer'>) =>
  [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src '${styleHash}'`,
    // Alignment and indent of texts: the sanitiser lets a fixed set of declarations through and no others.
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    ...(viewer ? ["media-src 'self'", "worker-src 'self'"] : []),
    ...(viewer && viewer.frames.length > 0 ? [`frame-src ${viewer.frames.join(' ')}`] : []),
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');

function partsOf({ brand, title, styles, body, ...allowed }: Parts) {
  const ramp = brandRamp(brand.color);
  const steps = ramp.map((step, index) => `--satchel-brand-${index}:${step};`).join('');
  const style = `:root{${steps}}${styles}`;
  const start = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" content="${ramp[8]}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
`;
  const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;
  return { start, policy: policyOf(styleHash, allowed) };
}

const end = '</body>\n</html>\n';

/** A page of the host itself, with the steps of the brand colour as `--satchel-brand-0` to `-9`. */
export function htmlPage(parts: Parts): HtmlPage {
  const { start, policy } = partsOf(parts);
  return { html: start + end, policy };
}

/** The same for a page with a script. */
export function startPage(parts: Parts): StartedPage {
  const { start, policy } = partsOf(parts);
  return { start, policy: (nonce) => `${policy}; script-src 'nonce-${nonce}'` };
}

/** @param script an element with the nonce */
export const endOfPage = (script: string) => `${script}\n${end}`;

/** 122 random bits, which Node draws in advance. */
export const newNonce = () => randomUUID();

/** Not for search engines, and told to nobody a reader goes on to. */
export const unlisted = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
};

/** What goes with every page of the host: nothing between host and reader keeps it. */
export const pageHeaders = (policy: string) => ({
  ...unlisted,
  'content-security-policy': policy,
  'cache-control': 'private, no-store',
  'content-type': 'text/html; charset=utf-8',
});

export const sendHtmlPage = (reply: FastifyReply, { html, policy }: HtmlPage) =>
  reply.headers(pageHeaders(policy)).send(html);
