// A link token and a file's key grant reading to whoever holds them, so no log has them.
const secretSegments = /^(\/+(?:p|app\/pwa\/sitefiles|sites\/default\/files)\/+)[^/?#]+/;
const addressSegment = /(?<=\/)[^/?#]*(?:@|%40)[^/?#]*/gi;
/** Long enough to be a token or a key, and no UUID. */
const longSegment =
  /(?<=\/)(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:[/?#]|$))[\w.~%-]{22,}/gi;

/** A request's address as a log may hold it. */
export const addressWithoutSecrets = (url: string) =>
  url
    .replace(/\?.*$/s, '?…')
    .replace(secretSegments, '$1…')
    .replace(addressSegment, '…')
    .replace(longSegment, '…');

const mailAddress = /[^\s<>"'`()[\],;:=]+@[^\s<>"'`()[\],;:=]+/g;
const webToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const longWord =
  /(?<![\w-])(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-]))(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}(?![\w-])/g;

/** A text that may quote what somebody sent: without addresses, passwords in addresses, tokens and keys. */
export const textWithoutSecrets = (text: string) =>
  text.replace(mailAddress, '…@…').replace(webToken, '…').replace(longWord, '…');

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

/**
 * Of an error only what tells where it comes from: libraries hang rows, recipients and whole statements on theirs. The
 * first line of a stack repeats the message.
 */
export function errorWithoutSecrets(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: textWithoutSecrets(String(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: textWithoutSecrets(error.message),
    ...(typeof code === 'string' && { code }),
    ...(error.stack && { stack: textWithoutSecrets(error.stack) }),
    ...(error.cause !== undefined && depth < 3 && { cause: errorWithoutSecrets(error.cause, depth + 1) }),
  };
}
