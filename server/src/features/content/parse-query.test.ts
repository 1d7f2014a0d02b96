import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HttpError } from '#http/errors.ts';
import { parseQuery } from './parse-query.ts';

const parse = (query: string) => parseQuery(new URLSearchParams(query));

test('[API-24] a query is read with all its parts', () => {
  const query = parse(
    'include=bundles.image, medias&fields[media--image]=name&sort=-changed,title&page[number]=2&page[size]=20&filter[title]=x',
  );
  expect(query.include).toEqual({ bundles: { image: {} }, medias: {} });
  expect(query.fields.get('media--image')).toEqual(new Set(['name']));
  expect(query.sort).toEqual([
    { path: 'changed', direction: 'desc' },
    { path: 'title', direction: 'asc' },
  ]);
  expect(query.page).toEqual({ offset: 40, limit: 20, style: 'number' });
  expect(query.filter.members).toEqual([{ kind: 'condition', path: 'title', operator: '=', values: ['x'] }]);
});

test('[API-24] offset and limit win over number and size', () => {
  expect(parse('page[number]=3&page[size]=10&page[offset]=5').page).toEqual({
    offset: 5,
    limit: 50,
    style: 'offset',
  });
});

const word = fc.constantFrom(
  'filter',
  'page',
  'sort',
  'include',
  'fields',
  'a',
  'condition',
  'path',
  'operator',
  'value',
);
const more = fc.constantFrom(
  'memberOf',
  'group',
  'conjunction',
  'OR',
  'IN',
  '',
  '0',
  '__proto__',
  'constructor',
  'title',
);
const name = fc
  .tuple(word, fc.array(fc.oneof(word, more), { maxLength: 4 }))
  .map(([first, rest]) => first + rest.map((part) => `[${part}]`).join(''));
const value = fc.oneof(word, more, fc.string({ maxLength: 20 }));

test('whatever the query, it is understood or refused with 400, and nothing else happens', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.oneof(name, fc.string({ maxLength: 20 })), value), { maxLength: 12 }),
      (pairs) => {
        try {
          const { page } = parseQuery(new URLSearchParams(pairs));
          expect(page.limit).toBeGreaterThan(0);
          expect(page.limit).toBeLessThanOrEqual(200);
          expect(page.offset).toBeGreaterThanOrEqual(0);
        } catch (error) {
          if (!(error instanceof HttpError)) throw error;
          expect(error.status).toBe(400);
        }
      },
    ),
    { numRuns: 2000 },
  );
  expect({}).not.toHaveProperty('title');
});
