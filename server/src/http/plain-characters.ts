/**
 * Why a text from outside cannot be kept as it is, null when it can: PostgreSQL has no NUL character, and half of a
 * surrogate pair would come back as another character on either engine.
 */
export function unkeepable(text: string): string | null {
  if (text.includes('\0')) return 'A text cannot have a NUL character.';
  if (!text.isWellFormed()) return 'A text cannot have half of a character.';
  return null;
}

/** The same for every text and name inside of a value that was read from JSON. */
export function unkeepableIn(value: unknown): string | null {
  if (typeof value === 'string') return unkeepable(value);
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const reason = unkeepable(name) ?? unkeepableIn(inner);
    if (reason !== null) return reason;
  }
  return null;
}
