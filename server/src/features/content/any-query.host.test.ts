import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';
import { filterOperators } from './content-query.ts';

let host: TestHost;
let henrik: Fetch;

beforeAll(async () => {
  host = await startTestHost();
  henrik = await host.signIn('henrik');
});
afterAll(() => host.stop());

const value = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    '-1',
    'true',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '2026-05-04T08:15:00Z',
    '1e9',
    '\u{10ffff}',
  ),
  fc.constantFrom(
    '9007199254740991',
    '-9007199254740991',
    '99999999999',
    '99999999999999999999',
    '0001-01-01T00:00:00Z',
  ),
  fc.string({ maxLength: 12, unit: 'binary' }),
);
const ends = ['', '', '', '.value', '.id', '.uri', '.alias', '.url', '.meta.alt', '.0.id', '.title', '.name'];
const oddities = [
  'constructor',
  '__proto__',
  'id.id',
  '',
  '.',
  'medias.entity:media.name',
  'bundles.medias.file.filename',
];

/** A kind of record and paths from it, most of which exist. */
const asked = fc.constantFrom(...resourceTypeNames).chain((type) => {
  const { attributes, relationships } = resourceTypeOf(type);
  const fields = ['id', ...Object.keys(attributes), ...Object.keys(relationships)];
  const known = fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...ends)).map((names) => names.join(''));
  const path = fc.oneof({ weight: 9, arbitrary: known }, fc.constantFrom(...oddities));
  const operator = fc.constantFrom(...filterOperators);
  const condition = fc.record({ path, operator, values: fc.array(value, { maxLength: 2 }) });
  return fc.record({
    type: fc.constant(type),
    conditions: fc.array(condition, { maxLength: 2 }),
    sort: fc.option(path),
  });
});

test('whatever is filtered and sorted by, it is answered or refused with a reason', async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(asked, async ({ type, conditions, sort }) => {
      const search = new URLSearchParams();
      for (const [index, { path: field, operator, values }] of conditions.entries()) {
        const name = `filter[c${index}][condition]`;
        search.append(`${name}[path]`, field);
        search.append(`${name}[operator]`, operator);
        for (const each of values) search.append(`${name}[value][]`, each);
      }
      if (sort !== null) search.append('sort', `-${sort}`);
      const answer = await henrik(`/jsonapi/${collectionPath(type)}?${search}`);
      const { errors } = await answer.json();
      expect([answer.status, errors]).toEqual(
        answer.status === 200
          ? [200, undefined]
          : [400, [expect.objectContaining({ status: '400', detail: expect.stringMatching(/\.$/) })]],
      );
      if (answer.status === 200) answered++;
    }),
    { numRuns: 300 },
  );
  expect(answered).toBeGreaterThan(20);
});
