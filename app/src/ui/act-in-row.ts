import { inRow, inRowsBeside, passHandOn } from './pass-hand-on.ts';
import { reasonOf } from './reason-of.ts';

interface Rows {
  /** Of the rows' data attribute, by which they are found again. */
  name: string;
  /** What the hand goes on at in a row. */
  inside: string;
  /** Where there is no row beside it; selectors. */
  otherwise: readonly string[];
}

interface Told {
  done?: () => void;
  failed: (reason: string) => void;
}

/**
 * Does what takes a row of a list away, or a part of it. Who acts by keyboard goes on at the row beside it, and where it failed
 * in the same row.
 * @param from what goes with the act
 */
export async function actInRow(
  from: Element | null,
  { name, inside, otherwise }: Rows,
  act: () => Promise<unknown>,
  { done, failed }: Told,
) {
  // Looked for before: nobody knows what a row that has gone stood beside.
  const row = from?.closest(`[data-${name}]`);
  const beside = [...inRowsBeside(row, name, inside), ...otherwise];
  try {
    await act();
    done?.();
    if (from) passHandOn(from, beside);
  } catch (error) {
    failed(reasonOf(error));
    // The question closes, and what it was asked from may have gone meanwhile, or go right after it.
    for (const part of [document.activeElement, from])
      if (part) passHandOn(part, [...inRow(row, name, inside), ...beside]);
  }
}
