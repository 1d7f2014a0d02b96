/** Where who acts by keyboard goes on when what waits has gone, or a part of it. */
export const handsOn = {
  name: 'waiting',
  inside: 'button',
  otherwise: ['[role="tab"][aria-selected="true"]', 'h1'],
} as const;
