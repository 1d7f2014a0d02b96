import { randomBytes } from 'node:crypto';
import { hasField, kindOf } from './definitions.ts';
import { type StyleAddresses, styled, styledReference } from './image-styles.ts';
import type { ImageStyles } from './manners.ts';
import { jsonApiVersion } from './refusal.ts';

type Json = Record<string, unknown>;

interface Writing {
  /** The question's address as the app put it. */
  address: URL;
  shape: ImageStyles;
  styles: StyleAddresses;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** RFC 3339 with an offset in figures, as PHP writes it. */
const phpTime = (value: unknown) =>
  typeof value === 'string' ? value.replace(/(?:\.\d+)?Z$/, '+00:00') : value;

const omitted = (address: URL) => ({
  omitted: {
    detail: 'Some resources have been omitted because of insufficient authorization.',
    links: {
      help: {
        href: 'https://www.drupal.org/docs/8/modules/json-api/filtering#filters-access-control',
      },
      [`item--${randomBytes(6).toString('base64url').slice(0, 7)}`]: {
        href: `${address.origin}${address.pathname}/6c190000-0000-4000-8000-000000000001`,
        meta: {
          rel: 'item',
          detail: 'The current user is not allowed to GET the selected resource.',
        },
      },
    },
  },
});

/** The small versions of every picture in the answer, by the file's id. */
function stylesIn(records: readonly Json[], { address: { origin }, styles: addresses }: Writing) {
  const found = new Map<unknown, Record<string, string> | null>();
  for (const { type, id, attributes } of records) {
    if (type !== 'file--file' || !isObject(attributes)) continue;
    const real = attributes.image_style_uri;
    const styles = isObject(real)
      ? Object.entries(real).map(([name, address]) => [
          name,
          addresses.drupalAddress(origin, String(address), name),
        ])
      : null;
    found.set(id, styles && Object.fromEntries(styles));
  }
  return found;
}

function resource(record: Json, styles: ReturnType<typeof stylesIn>, { shape }: Writing): Json {
  const type = String(record.type);
  const attributes = Object.entries(isObject(record.attributes) ? record.attributes : {})
    .filter(([name]) => hasField(type, name))
    .map(([name, value]) => [name, kindOf(type, name) === 'time' ? phpTime(value) : value]);
  const self = (record.links as { self: { href: string } }).self.href;
  const relationships = Object.entries(isObject(record.relationships) ? record.relationships : {})
    .filter(([name]) => hasField(type, name))
    .map(([name, relationship]) => {
      const { data } = relationship as { data: Json | Json[] | null };
      const reference = (one: Json) => styledReference(one, styles.get(one.id) ?? null, shape);
      const links = {
        related: { href: `${self}/${name}?resourceVersion=id%3A1` },
        self: { href: `${self}/relationships/${name}?resourceVersion=id%3A1` },
      };
      return [name, { data: Array.isArray(data) ? data.map(reference) : data && reference(data), links }];
    });
  const written: Json = {
    type,
    id: record.id,
    links: { self: { href: `${self}?resourceVersion=id%3A1` } },
    attributes: { langcode: 'en', default_langcode: true, ...Object.fromEntries(attributes) },
    ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }),
  };
  return type === 'file--file' ? styled(written, styles.get(record.id) ?? null, shape) : written;
}

/** A page names the next one and, from the second on, the first and the one before; it never counts. */
function links(address: URL, given: unknown) {
  const from = isObject(given) ? given : {};
  const names = ['next', ...('prev' in from ? ['first', 'prev'] : [])].filter((name) => name in from);
  const addressed = names.map((name) => {
    const url = new URL(String((from[name] as Json).href));
    return [name, { href: `${address.origin}${url.pathname}${url.search}` }];
  });
  return { self: { href: address.href }, ...Object.fromEntries(addressed) };
}

const isUnfiltered = (address: URL) => ![...address.searchParams.keys()].some((name) => /^filter/.test(name));

/** The host's own answer in the words of the other kind. */
export function writeDocument(document: Json, writing: Writing): Json {
  const { data, included } = document;
  const main = (Array.isArray(data) ? data : [data]).filter(isObject);
  const beside = Array.isArray(included) ? included.filter(isObject) : [];
  const styles = stylesIn([...main, ...beside], writing);
  const write = (record: Json) => resource(record, styles, writing);
  // A list without a filter counts what may not be seen, and says so.
  const hides = Array.isArray(data) && isUnfiltered(writing.address);
  return {
    jsonapi: jsonApiVersion,
    data: Array.isArray(data) ? main.map(write) : isObject(data) ? write(data) : null,
    ...(beside.length > 0 && { included: beside.map(write) }),
    ...(hides && { meta: omitted(writing.address) }),
    links: links(writing.address, document.links),
  };
}

export const nothing = (address: URL): Json => ({
  jsonapi: jsonApiVersion,
  data: [],
  meta: omitted(address),
  links: { self: { href: address.href } },
});
