/** Of a linear congruence of 32 bits (Numerical Recipes), whose upper bits are good enough to name things. */
const [factor, summand] = [1_664_525, 1_013_904_223];

/**
 * From now on the app names what it makes by the same ids every time, so that a history, in which many things stand in the order
 * of their ids, comes out as it did before. What it returns ends that.
 */
export function sameIdsEveryTime(): () => void {
  let state = 1;
  const fill = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += 1) {
      state = (Math.imul(state, factor) + summand) >>> 0;
      bytes[at] = state >>> 24;
    }
    return bytes;
  };
  Object.defineProperty(crypto, 'getRandomValues', { value: fill, configurable: true });
  return () => void Reflect.deleteProperty(crypto, 'getRandomValues');
}
