/** A prospect link's token: 22 to 64 characters of base64url (content-host contract, section 5). */
export const linkTokenPattern = /^[A-Za-z0-9_-]{22,64}$/;

/** A new token with 192 bits from the platform's cryptographic source, made before the host knows of it. */
export function makeLinkToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
