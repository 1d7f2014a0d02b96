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

test('a body cannot reach the prototype of objects', () => {
  const read = parseJson('{"__proto__":{"roles":["administrator"]},"a":1}') as Record<string, unknown>;
  expect([read.roles, read.a]).toEqual([undefined, 1]);
});
