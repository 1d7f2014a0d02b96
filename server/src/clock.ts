/** The present in milliseconds since 1970; handed in so that tests can move it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
