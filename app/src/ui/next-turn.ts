/** Everything else has a turn: clicks, keys and the next frame. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
