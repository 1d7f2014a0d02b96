/**
 * Of a test that cuts at each of so many steps, every one of them.
 * @returns the one that FAULT_STEP names, to look at a failure again; else all
 */
export function stepsToCut(steps: number): number[] {
  const chosen = Number(process.env.FAULT_STEP);
  return chosen ? [chosen] : Array.from({ length: steps }, (_, at) => at + 1);
}
