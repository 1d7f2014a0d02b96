import { expect } from 'vitest';

/** Nobody, a rep of the first channel, one of the other, an external rep of the first, a manager of both, an administrator. */
export const askers = ['anonymous', 'nora', 'tomas', 'ines', 'henrik', 'mei'] as const;
export type Asker = (typeof askers)[number];

/** What each of them is answered, in their order. */
export type Statuses = `${number} ${number} ${number} ${number} ${number} ${number}`;

const statusFor = (statuses: Statuses, asker: Asker) => Number(statuses.split(' ')[askers.indexOf(asker)]);

interface Answered {
  status: number;
  headers: Headers;
  errors?: { detail: string }[];
}

/** Asks as everybody, those last who get what they want: afterwards it may be gone. */
export async function expectStatuses(
  what: string,
  statuses: Statuses,
  ask: (asker: Asker) => Promise<Answered>,
) {
  const inOrder = askers.toSorted((one, other) => statusFor(statuses, other) - statusFor(statuses, one));
  for (const asker of inOrder) {
    const { status, headers, errors } = await ask(asker);
    const expected = statusFor(statuses, asker);
    expect(`${what} as ${asker}: ${status}`, errors?.[0]?.detail).toBe(`${what} as ${asker}: ${expected}`);
    // Where signing in helps, it is said how.
    if (status === 401 && new Set(statuses.split(' ')).size > 1)
      expect(headers.get('www-authenticate')).toBe('Bearer');
  }
}
