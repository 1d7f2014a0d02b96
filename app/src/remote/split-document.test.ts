import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitDocument } from './split-document.ts';

function read(text: string, size: number) {
  const included: unknown[] = [];
  const reader = splitDocument((resource) => included.push(resource));
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  return { outline: reader.end(), included };
}

const words = fc.oneof(
  fc.string(),
  fc.constantFrom('"included"', '\\', '\\"', '[{', '}]', '"included":[', '\\u0022'),
);
const resource = fc.dictionary(words, fc.oneof(words, fc.jsonValue(), fc.array(words)), { maxKeys: 4 });

describe('a document that comes in pieces', () => {
  test('is taken apart as it would be read whole, wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.record({
          before: fc.dictionary(words, fc.jsonValue(), { maxKeys: 3 }),
          included: fc.array(resource, { maxLength: 5 }),
          after: fc.dictionary(words, fc.jsonValue(), { maxKeys: 3 }),
          size: fc.integer({ min: 1, max: 40 }),
          indent: fc.constantFrom(0, 2),
        }),
        ({ before, included, after, size, indent }) => {
          const { included: _one, ...first } = before;
          const { included: _other, ...last } = after;
          const document = { data: first, included, meta: last };
          const text = JSON.stringify(document, null, indent);
          expect(read(text, size)).toEqual({
            outline: { ...JSON.parse(text), included: [] },
            included: JSON.parse(text).included,
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('without included resources is the whole of it', () => {
    expect(read('{"data":{"included":[1]},"meta":"included"}', 3)).toEqual({
      outline: { data: { included: [1] }, meta: 'included' },
      included: [],
    });
  });

  test.each([
    '{"data":{},"included":[{"id":"a"}',
    '{"data":{},"included":[{"id":"a"},',
    '{"data":{},"included":[{"id":"a"}]',
    '{"data":{},"included":[{"id":"a"},]}',
    '{"data":{},"included":[,{"id":"a"}]}',
    '{"data":{},"included":[{"id":"a"}{"id":"b"}]}',
    '{"data":{},"included":[{"id":"a"}]}}',
    '{"data":{},"included":[{"id":"a","b":tru}]}',
    '{"data":{},"included":[1]}',
    '<html>Welcome to the hotel</html>',
    '',
  ])('that was cut or is none is refused: %s', (text) => {
    expect(() => read(text, 7)).toThrow(SyntaxError);
  });
});
