import type { KeyboardEvent } from 'react';

/**
 * Whether a key belongs to an input method: there Enter takes a word and Escape lets it go, and neither is meant for the
 * field. Safari tells of the Enter that ends it by its code alone.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent) =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
