/** What went wrong, in the words that it came with. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
