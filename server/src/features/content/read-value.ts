import { isObject } from '@satchel/core/contract/is-object.ts';
import type { resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { isHexColor } from '@satchel/core/pack/keyline-color.ts';
import { unkeepable } from '#http/plain-characters.ts';
import type { Threads } from '#threads/threads.ts';
import { longTexts, sanitisedText, whyNotJson } from './long-texts.ts';
import type { GivenPassword, StoredValue } from './record-store.ts';
import { parseTime } from './wire-time.ts';

type Attribute = ReturnType<typeof resourceTypeOf>['attributes'][string];

/** What is stored for a value, or why it cannot be. */
export type ReadValue = { ok: true; stored: StoredValue } | { ok: false; because: string };

const stored = (value: StoredValue): ReadValue => ({ ok: true, stored: value });
const refused = (because: string): ReadValue => ({ ok: false, because });

const wrongType = 'This value should be of the correct primitive type.';

/** Reads a client's value of an attribute into the form in which it is stored. Empty is null. */
export async function readValue(
  { kind, maxLength }: Attribute,
  value: unknown,
  threads: Threads,
): Promise<ReadValue> {
  if (value === null || value === undefined) return stored(kind === 'boolean' ? 0 : null);
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean' ? stored(value ? 1 : 0) : refused(wrongType);
    case 'time': {
      const ms = parseTime(value);
      return ms === undefined ? refused('This is neither an RFC 3339 time nor UNIX seconds.') : stored(ms);
    }
    case 'integer':
      return Number.isSafeInteger(value) ? stored(value as number) : refused(wrongType);
    case 'rich-text':
      return readRichText(value, maxLength, threads);
    case 'color':
      return readColor(value);
    case 'json-text':
      return readJsonText(value, maxLength, threads);
    default:
      return readText(Number.isFinite(value) ? String(value) : value, maxLength);
  }
}

function readText(value: unknown, maxLength = Number.MAX_SAFE_INTEGER): ReadValue {
  if (typeof value !== 'string') return refused(wrongType);
  const reason = unkeepable(value);
  if (reason !== null) return refused(reason);
  if (value.length > maxLength)
    return refused(`This value is too long. It should have ${maxLength} characters or less.`);
  return stored(value);
}

const richTextProperties = ['value', 'format', 'summary', 'processed'];

/** Only `value` counts; `processed` is made anew and tolerated. */
async function readRichText(
  value: unknown,
  maxLength: number | undefined,
  threads: Threads,
): Promise<ReadValue> {
  if (isObject(value)) {
    const unknown = Object.keys(value).filter((name) => !richTextProperties.includes(name));
    if (unknown.length > 0) {
      return refused(
        `The properties '${unknown.join("', '")}' do not exist. Writable properties are: 'value', 'format'.`,
      );
    }
    return readRichText(value.value ?? '', maxLength, threads);
  }
  const text = readText(value, maxLength);
  if (!text.ok) return text;
  const source = String(text.stored);
  return stored(await threads.run(longTexts, sanitisedText, source, source.length));
}

function readColor(value: unknown): ReadValue {
  if (typeof value === 'string') {
    return value === '' || isHexColor(value)
      ? stored(value || null)
      : refused('A colour looks like #0b703f.');
  }
  const { color, opacity, ...rest } = value as { color?: unknown; opacity?: unknown };
  const isColor = typeof color === 'string' && isHexColor(color) && Object.keys(rest).length === 0;
  const isOpacity = opacity === undefined || (typeof opacity === 'number' && opacity >= 0 && opacity <= 1);
  if (!isColor || !isOpacity)
    return refused('A colour looks like #0b703f, or has `color` and an `opacity` from 0 to 1.');
  return stored(JSON.stringify({ color, ...(opacity !== undefined && { opacity }) }));
}

async function readJsonText(
  value: unknown,
  maxLength: number | undefined,
  threads: Threads,
): Promise<ReadValue> {
  const text = readText(value, maxLength);
  if (!text.ok) return text;
  if (text.stored === '') return stored(null);
  const source = String(text.stored);
  const reason = await threads.run(longTexts, whyNotJson, source, source.length);
  return reason === null ? text : refused(reason);
}

/** `{existing, value}` as somebody changes a password, or only `existing` to prove who is there. */
export function readPassword(
  value: unknown,
): { ok: true; password: GivenPassword } | { ok: false; because: string } {
  if (value === null) return { ok: true, password: {} };
  if (typeof value !== 'object' || Array.isArray(value)) return { ok: false, because: wrongType };
  const unknown = Object.keys(value as object).filter((name) => name !== 'existing' && name !== 'value');
  if (unknown.length > 0) {
    return {
      ok: false,
      because: `The properties '${unknown.join("', '")}' do not exist. Writable properties are: 'existing', 'value'.`,
    };
  }
  const { existing, value: wanted } = value as Record<string, unknown>;
  const isText = (text: unknown) => text === undefined || text === null || typeof text === 'string';
  if (!isText(existing) || !isText(wanted)) return { ok: false, because: wrongType };
  return {
    ok: true,
    password: {
      ...(typeof existing === 'string' && { existing }),
      ...(typeof wanted === 'string' && { value: wanted }),
    },
  };
}
