/** A signal that aborts when nothing has broken the silence for so many ms. To be ended once nobody waits any more. */
export function limitSilence(ms: number) {
  const silent = new AbortController();
  const wait = () => setTimeout(() => silent.abort(), ms);
  let timer = wait();
  return {
    signal: silent.signal,
    breakOff() {
      clearTimeout(timer);
      timer = wait();
    },
    end: () => clearTimeout(timer),
  };
}
