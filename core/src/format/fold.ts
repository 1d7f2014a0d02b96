/** A text without case and marks, so that 'cafe' finds 'Café'. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
