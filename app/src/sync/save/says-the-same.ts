import { isObject } from '@satchel/core/contract/is-object.ts';
import type { ResourceObject } from '@satchel/core/contract/json-api.ts';

/** Key order says nothing. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

/** A text that leaves its format to the host is there whatever format it got. */
export function isThere(has: unknown, value: unknown): boolean {
  if (!isText(value) || value.format !== null) return canonical(has) === canonical(value);
  return isText(has) && has.value === value.value;
}

const isText = (value: unknown): value is { value: unknown; format: unknown } =>
  isObject(value) && 'value' in value && 'format' in value;

/** Whether the host stores all that an update would say. */
export function saysTheSame(stored: ResourceObject, wanted: ResourceObject): boolean {
  return (['attributes', 'relationships'] as const).every((part) => {
    const has = (stored[part] ?? {}) as Record<string, unknown>;
    return Object.entries(wanted[part] ?? {}).every(([name, value]) => isThere(has[name], value));
  });
}
