// Some 2 ms each: no other writer waits for more than 50 ms.
const recordsPerTransaction = 8;

export function* chunksOf<Item>(items: readonly Item[], size = recordsPerTransaction) {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
