import fc from 'fast-check';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

/** Paints the path's runs back into modules. */
function painted(path: string, size: number) {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) rows[Number(y)]![at] = true;
  }
  return rows;
}

test('[PSEND-13] the path draws exactly the code of the link, at level M with 4 modules of margin', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true }), (link) => {
      const { size, path } = qrPath(link);
      const rows = painted(path, size);
      expect(rows).toEqual(encode(link, { ecc: 'M', border: 4 }).data);
      const margin = rows.filter((_, y) => y < 4 || y >= size - 4).flat();
      expect(margin.some(Boolean)).toBe(false);
      expect(rows.flatMap((row) => [...row.slice(0, 4), ...row.slice(-4)]).some(Boolean)).toBe(false);
    }),
    { numRuns: 25 },
  );
});
