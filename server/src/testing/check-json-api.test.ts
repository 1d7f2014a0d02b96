import { expect, test } from 'vitest';
import { jsonApiFaults } from './check-json-api.ts';

const links = { self: { href: 'http://satchel.test/jsonapi/salestool/channel/1' } };
const channel = { type: 'salestool--channel', id: '1', links };
const bundle = { type: 'salestool--document_bundle', id: '2', links };
const toBundle = { bundles: { data: [{ type: bundle.type, id: bundle.id }] } };

const right: [what: string, document: object][] = [
  ['one record', { data: channel }],
  ['no record', { data: null }],
  ['an empty list', { data: [] }],
  ['identifiers', { data: [{ type: 'media--image', id: '3', meta: { alt: '' } }] }],
  ['a compound document', { data: { ...channel, relationships: toBundle }, included: [bundle] }],
  ['a refusal', { errors: [{ status: '404', title: 'Not Found', links: { about: links.self } }] }],
];

test.each(right)('%s is JSON:API', (_what, document) => {
  expect(jsonApiFaults(document, false)).toEqual([]);
});

const wrong: [what: string, document: object][] = [
  ['nothing at all', {}],
  ['data beside errors', { data: null, errors: [] }],
  ['included without data', { meta: {}, included: [] }],
  ['an unknown member at the top', { data: null, count: 3 }],
  ['an id that is a number', { data: { ...channel, id: 1 } }],
  ['an attribute called type', { data: { ...channel, attributes: { type: 'x' } } }],
  [
    'an attribute called like a relationship',
    { data: { ...channel, attributes: { bundles: 1 }, relationships: { bundles: { data: null } } } },
  ],
  ['a relationship that says nothing', { data: { ...channel, relationships: { bundles: {} } } }],
  [
    'a target named twice in the same words',
    { data: { ...channel, relationships: { bundles: { data: [bundle, bundle] } } } },
  ],
  ['a link that is no address', { data: { ...channel, links: { self: { href: 'here' } } } }],
  ['a status that is a number', { errors: [{ status: 404 }] }],
  ['a link of an error that JSON:API does not know', { errors: [{ links: { via: links.self } }] }],
  ['the same record twice', { data: [channel, { ...channel, attributes: {} }] }],
  [
    'a record included twice',
    { data: { ...channel, relationships: toBundle }, included: [bundle, { ...bundle, attributes: {} }] },
  ],
  ['an included record that nothing names', { data: channel, included: [bundle] }],
];

test.each(wrong)('%s is not JSON:API', (_what, document) => {
  expect(jsonApiFaults(document, false)).not.toEqual([]);
});

test('where fields were left out, what is included need not be linked', () => {
  expect(jsonApiFaults({ data: channel, included: [bundle] }, true)).toEqual([]);
});
