import { regexes } from 'zod/mini';

/** As the net writes a host with letters of any script; empty for what names none. */
function asciiHost(host: string): string {
  const address = `http://${host}/`;
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(host) && URL.canParse(address) ? new URL(address).hostname : '';
}

/** Numbers alone are no domain, nor is a name without a dot: nobody means a machine of their own network. */
const isDomain = /\.(?:[a-z]{2,}|xn--[a-z\d-]+)$/;

/** Whether this looks like an address that mail can be sent to. */
export function isMailAddress(text: string): boolean {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at);
  const host = asciiHost(address.slice(at + 1));
  return isDomain.test(host) && !/^\.|\.\.|\.$/.test(name) && regexes.html5Email.test(`${name}@${host}`);
}
