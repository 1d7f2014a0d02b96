/**
 * The address under which a rep opens a prospect's link: the host labels the visit as their own and does not count it.
 * What is copied, shared or shown as a code is the link itself, else the prospect would not count either.
 */
export function ownVisit(link: string): string {
  const address = new URL(link);
  address.search = address.search ? `${address.search}&own` : '?own';
  return address.href;
}
