import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HttpError } from './errors.ts';
import { parseJson } from './json-body.ts';

test('JSON comes out as it went in', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const json = JSON.stringify(value);
      if (!json.includes('__proto__')) expect(parseJson(json)).toEqual(JSON.parse(json));
    }),
  );
});

test('any text is parsed or refused with 400', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', '}', ']', '1', ',') })),
      (text) => {
        try {
          parseJson(text);
        } catch (error) {
          expect(error).toBeInstanceOf(HttpError);
        }
      },
    ),
  );
});

test('brackets in texts are no nesting, and real nesting is refused before anything is built', () => {
  expect(parseJson(JSON.stringify('['.repeat(500)))).toBe('['.repeat(500));
  expect(() => parseJson('[{"a":'.repeat(200))).toThrow(/nested deeper/);
});

test.each([
  ['as it is', '"__proto__" '],
  ['in escapes', '"\\u005f_pr\\u006Fto_\\u005F"\n'],
])('a body cannot reach the prototype of objects, written %s, however deep', (_how, name) => {
  const hostile = `{${name}:{"roles":["administrator"]},"a":1}`;
  const read = parseJson(`{"list":[${hostile}],${hostile.slice(1)}`) as Record<string, unknown>;
  for (const one of [read, (read.list as Record<string, unknown>[])[0]]) {
    expect([one?.roles, one?.a, Object.keys(one ?? {}).includes('__proto__')]).toEqual([undefined, 1, false]);
  }
  expect(({} as Record<string, unknown>).roles).toBeUndefined();
});
