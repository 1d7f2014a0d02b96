import type { PackColor } from '@satchel/core/contract/resource-types.ts';
import { keylineColor } from '@satchel/core/pack/keyline-color.ts';

const fullHex = (color: string) =>
  color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);

/** Perceived brightness from 0 to 1. */
function brightness(color: string) {
  const hex = fullHex(color);
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return 0.299 * channel(0) + 0.587 * channel(2) + 0.114 * channel(4);
}

// Above it a white seam no longer stands out from the spine.
const lightFrom = 0.62;

/** How a pack's spine is painted: its own colour, or the brand's, and a seam that stands out from it. */
export function spineOf(packColor: PackColor | null | undefined): {
  background: string | null;
  opacity: number;
  isLight: boolean;
} {
  const keyline = keylineColor(packColor);
  if (!keyline) return { background: null, opacity: 1, isLight: false };
  const isLight = keyline.opacity < 0.5 || brightness(keyline.color) > lightFrom;
  return { background: keyline.color, opacity: keyline.opacity, isLight };
}
