import PostalMime, { type Attachment } from 'postal-mime';
import { headerText } from './mail-address.ts';

/** A report that a mail could not be delivered (RFC 3464). */
export interface Bounce {
  /** What may hold the `Message-ID` of the mail that came back. */
  references: string[];
  /** Such as 5.1.1 (RFC 3463); empty when the report does not say. */
  status: string;
  /** What the last server said, in one line. */
  reason: string;
}

const isReport = /^message\/(?:global-)?delivery-status$/;
const isReturned = /^(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)$/;

// The library puts each part together of two pieces for a line, and of one for each end of a word in base64, which takes
// it seconds for hundreds of thousands: anybody could hold up the host with them.
const mostPieces = 20_000;
const lineFeed = 0x0a;
const equalsSign = 0x3d;

/** Where a report stands: it begins with it, and the mail that came back follows with its headers first. */
function beginningOf(raw: Uint8Array) {
  let pieces = 0;
  for (let at = 0; at < raw.length; at++) {
    if (raw[at] === lineFeed) pieces += 2;
    else if (raw[at] === equalsSign) pieces += 1;
    if (pieces > mostPieces) return raw.subarray(0, at);
  }
  return raw;
}

/** Reads the beginning of a raw mail; null for everything but the report of a delivery that failed for good. */
export async function readBounce(raw: Uint8Array): Promise<Bounce | null> {
  const mail = await PostalMime.parse(beginningOf(raw), { forceRfc822Attachments: true }).catch(() => null);
  if (!mail) return null;
  const parts = (matching: RegExp) =>
    mail.attachments.filter(({ mimeType }) => matching.test(mimeType)).map(textOf);
  const reports = parts(isReport).flatMap(fieldGroups);
  const failed = reports.find((fields) => fields.get('action')?.toLowerCase() === 'failed');
  if (!failed) return null;
  const returned = parts(isReturned).flatMap((text) => fieldGroups(text)[0] ?? []);
  return {
    references: [
      ...returned.map((fields) => fields.get('message-id') ?? ''),
      ...reports.map((fields) => fields.get('x-original-message-id') ?? ''),
      mail.inReplyTo ?? '',
      mail.references ?? '',
    ],
    status: /\d\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0] ?? '',
    reason: headerText((failed.get('diagnostic-code') ?? failed.get('status') ?? '').replace(/^\w+\s*;/, '')),
  };
}

const textOf = ({ content }: Attachment) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** Header-like fields, in groups that are parted by an empty line; names in lower case, the first of each counts. */
function fieldGroups(text: string) {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .map((group) => {
      const fields = new Map<string, string>();
      for (const line of group.split('\n')) {
        // Not in one pattern: whoever writes to the address could make it go over a long line again and again.
        const end = line.indexOf(':');
        const name = line.slice(0, Math.max(end, 0)).toLowerCase();
        if (/^[\w-]+$/.test(name) && !fields.has(name)) fields.set(name, line.slice(end + 1).trim());
      }
      return fields;
    });
}
