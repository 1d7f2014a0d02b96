const hexColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** '#' followed by 3 or 6 hex digits (CONST-20). */
export const isHexColor = (text: string) => hexColor.test(text);

function opacityOf(value: unknown) {
  const opacity = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof opacity === 'number' && Number.isFinite(opacity) ? Math.min(1, Math.max(0, opacity)) : 1;
}

/** A pack's colour, with its opacity from 0 to 1, ready for a style (MODEL-24, MODEL-25); null when it has no valid one. */
export function keylineColor(color: unknown): { color: string; opacity: number } | null {
  if (typeof color === 'string') return isHexColor(color) ? { color, opacity: 1 } : null;
  if (typeof color !== 'object' || color === null || !('color' in color)) return null;
  if (typeof color.color !== 'string' || !isHexColor(color.color)) return null;
  return { color: color.color, opacity: opacityOf('opacity' in color ? color.opacity : 1) };
}
