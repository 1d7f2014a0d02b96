const longestPart = 300;

/**
 * The address of a link with every part that is none, percent-encoded wrongly or too long, replaced by one that nobody has:
 * a link that was cut or mangled on its way looks like any other that leads nowhere. Other addresses stay as they are.
 */
export function readableLinkAddress(address: string) {
  if (!address.startsWith('/p/')) return address;
  const [path = ''] = address.split(/[?#]/, 1);
  const parts = path.split('/');
  if (parts.every(isReadable)) return address;
  return parts.map((part) => (isReadable(part) ? part : '-')).join('/') + address.slice(path.length);
}

function isReadable(part: string) {
  if (part.length > longestPart) return false;
  if (!part.includes('%')) return true;
  try {
    return !decodeURIComponent(part).includes('\0');
  } catch {
    return false;
  }
}
