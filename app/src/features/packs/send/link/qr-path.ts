import { encode } from 'uqr';

const quietZone = 4;

/** A QR code of level M with its quiet zone of 4 modules: side length in modules, and the dark ones as an SVG path. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone });
  const runs: string[] = [];
  for (const [y, row] of data.entries()) {
    let start = -1;
    for (const [x, isDark] of [...row, false].entries()) {
      if (isDark && start < 0) start = x;
      if (!isDark && start >= 0) {
        runs.push(`M${start} ${y}h${x - start}v1h${start - x}z`);
        start = -1;
      }
    }
  }
  return { size, path: runs.join('') };
}
