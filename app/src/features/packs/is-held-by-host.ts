import { resolveAddress } from '@satchel/core/html/host-addresses.ts';

const files = /^\/(?:sites\/default\/files|app\/pwa\/sitefiles)\//;

/**
 * Whether a prospect's page, which shows nothing of others, can show the picture of that address.
 * @param host of the content, '' where it is the page's own
 */
export function isHeldByHost(address: string, host: string): boolean {
  const own = host || location.origin;
  const url = URL.parse(resolveAddress(address, host), own);
  return url !== null && url.origin === new URL(own).origin && files.test(url.pathname);
}
