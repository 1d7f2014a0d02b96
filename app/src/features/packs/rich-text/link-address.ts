const scheme = /^(?:https?:\/\/|mailto:|tel:)\S+$/i;
const mail = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
const bare = /^[^\s@/:]+\.[^\s@/:]+(?:[:/]\S*)?$/;

/** The address somebody means who typed one into the link field; null when it is none. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (scheme.test(text)) return text;
  if (mail.test(text)) return `mailto:${text}`;
  return bare.test(text) ? `https://${text}` : null;
}
