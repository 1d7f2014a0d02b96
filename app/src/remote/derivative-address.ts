import { isObject } from '@satchel/core/contract/is-object.ts';

/** Derivatives every host of this kind makes (MODEL-11). */
export const derivativeNames = ['thumbnail', 'salestool_preview'] as const;
export type DerivativeName = (typeof derivativeNames)[number];

const addressIn = (value: unknown): string | null => {
  if (typeof value === 'string') return value || null;
  return isObject(value) && typeof value.href === 'string' ? value.href : null;
};

const named = (value: unknown, name: string) =>
  isObject(value) && Object.hasOwn(value, name) ? addressIn(value[name]) : null;

/**
 * The address of a derivative as hosts write it: an object or a list of objects in `image_style_uri`, a link of the
 * file itself, or a link in the relationship's meta. Null when there is none; the file itself is the next best.
 */
export function derivativeAddress(
  name: DerivativeName,
  { styles, links, meta }: { styles?: unknown; links?: unknown; meta?: unknown },
): string | null {
  const fromAttribute = Array.isArray(styles)
    ? (styles.map((style) => named(style, name)).find((address) => address !== null) ?? null)
    : named(styles, name);
  const derivatives = isObject(meta) && isObject(meta.imageDerivatives) ? meta.imageDerivatives.links : null;
  return fromAttribute ?? named(links, name) ?? named(derivatives, name);
}
