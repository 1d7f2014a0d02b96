import addressparser from 'nodemailer/lib/addressparser';

/** One plain address: nothing in it can end a header, add a name or a second recipient. */
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+$/u;

export const isMailAddress = (text: string) => text.length <= 254 && plainAddress.test(text);

/** A text in one line, as it may stand in a header. */
export const headerText = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 255);

export interface Mailbox {
  name: string;
  address: string;
}

/** Reads the operator's `Name <address>`; undefined when it does not begin with one that can be read. */
function senderIn(text: string): Mailbox | undefined {
  const [first] = addressparser(text, { flatten: true });
  if (!first?.address || !isMailAddress(first.address)) return undefined;
  return { name: headerText(first.name ?? ''), address: first.address };
}

export const isSender = (text: string) => senderIn(text) !== undefined;

/** The same; throws when there is no address. */
export function readSender(text: string): Mailbox {
  const sender = senderIn(text);
  if (!sender) throw new Error(`MAIL_FROM holds no address: ${text}`);
  return sender;
}
