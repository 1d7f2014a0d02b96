import { decodeEntities, escapeHtml } from './plain-text.ts';

const hasSchemeOrHost = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;
const publicFiles = /^\/sites\/default\/files\/(.*\.pdf)$/i;
const sitefiles = '/app/pwa/sitefiles/$1';

// Nearly all addresses of files. A pack has thousands, and reading one as a URL takes many times as long as looking at it.
const plainPath = /^(?:\/[\w~-][\w.~%-]*)+$/;

// Stands in for 'the origin that served the app'; it never leaves this file.
const sameOrigin = 'http://same-origin.invalid';

/**
 * The address a browser should use for one found in content. Relative ones get the host prefix (HTML-05), PDF files
 * of the host's public folder their address below app/pwa/sitefiles (HTML-06, HTML-07). Anything else stays as it is.
 * @param host origin of the content host without a slash at the end; '' means the page's own origin
 */
export function resolveAddress(url: string, host: string): string {
  const address = url.trim();
  if (plainPath.test(address)) return `${host}${address.replace(publicFiles, sitefiles)}`;
  const origin = host === '' ? sameOrigin : host;
  const isOnHost = host !== '' && (address === host || address.startsWith(`${host}/`));
  if (address === '' || address.startsWith('#') || (hasSchemeOrHost.test(address) && !isOnHost))
    return address;
  if (!URL.canParse(address, `${origin}/`)) return address;
  const resolved = new URL(address, `${origin}/`);
  const path = resolved.pathname.replace(publicFiles, sitefiles);
  return `${host === '' ? '' : resolved.origin}${path}${resolved.search}${resolved.hash}`;
}

// Sanitised HTML quotes every value and escapes '<' in text, so a tag can be told by its shape.
const linkOrPicture = /<(?:a|img)(?:\s+[a-z]+="[^"]*")+\s*\/?>/g;
// Each whole, one after the other: what stands at the end of a value is no attribute, as in alt="x src=".
const attribute = /(\s+)([a-z]+)="([^"]*)"/g;
const whereItOpens = /\s+(?:target|rel)="[^"]*"/g;

/**
 * Puts every address of links and pictures in sanitised HTML through a function. Links to a place in the text itself open where
 * they are, as no other page has that place.
 * @param isShown whether a picture is, by its new address; of others the words stay that stand for them
 */
export const mapAddresses = (
  sanitised: string,
  map: (url: string) => string,
  isShown: (picture: string) => boolean = () => true,
) =>
  sanitised.replace(linkOrPicture, (tag) => {
    const isPicture = tag.startsWith('<img');
    let words = '';
    let isLeftOut = false;
    let isInText = false;
    const mapped = tag.replace(attribute, (written, space, name, value) => {
      if (name === 'alt') words = decodeEntities(value);
      if (name !== 'href' && name !== 'src') return written;
      const address = map(decodeEntities(value));
      if (isPicture && !isShown(address)) isLeftOut = true;
      if (!isPicture && address.startsWith('#')) isInText = true;
      return `${space}${name}="${escapeHtml(address)}"`;
    });
    if (isLeftOut) return escapeHtml(words);
    return isInText ? mapped.replace(whereItOpens, '') : mapped;
  });

/** Resolves every address in sanitised HTML against the host (HTML-05 to HTML-07). */
export const prefixRelativeAddresses = (sanitised: string, host: string) =>
  mapAddresses(sanitised, (url) => resolveAddress(url, host));
