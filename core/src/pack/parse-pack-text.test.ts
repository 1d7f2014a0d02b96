import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inSteps } from './in-steps.ts';
import { type ParsedPackText, parsePackText } from './parse-pack-text.ts';
import { readPackData, readPackDataInSteps } from './read-pack-data.ts';
import { recallPackData, recallPackDataInSteps } from './recalled-pack-data.ts';

const noPause = async () => {};

function parsed(text: string): { result: ParsedPackText; steps: number } {
  const walk = parsePackText(text);
  for (let steps = 0; ; steps += 1) {
    const { done, value } = walk.next();
    if (done) return { result: value, steps };
  }
}

function asJson(text: string): ParsedPackText {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, because: 'not-json' };
  }
}

const section = (at: number) => ({
  id: `s${at}`,
  type: 'text',
  title: 'Brackets ]}[{ and "quotes", and \\ and \\" too',
  data: { content: 'words, '.repeat(300), elements: [1, [2, { elements: [] }]] },
});
const sections = Array.from({ length: 200 }, (_, at) => section(at));

describe('a large pack is parsed a few sections at a time', () => {
  test.each([
    ['version 2', { version: 2, elements: sections }],
    ['version 2 with more around it', { elements: sections, version: 2, theme: { elements: [1] } }],
    ['version 1', sections],
  ])('%s', (_, pack) => {
    for (const text of [JSON.stringify(pack), JSON.stringify(pack, null, 2)]) {
      const { result, steps } = parsed(text);
      expect(result).toEqual({ ok: true, value: pack });
      expect(steps).toBeGreaterThan(5);
    }
  });

  test('what looks like a pack and is none is what JSON.parse says it is', () => {
    const list = JSON.stringify(sections);
    const odd = [
      `{"version":2,"elements":${list},"elements":[1]}`,
      `{"version":2,"elements":[1],"elements":${list}}`,
      `{"version":2,"elements":${list},"elem\\u0065nts":[1]}`,
      `{"version":2,"deep":{"elements":${list}},"elements":[1]}`,
      `{"a":"elements","b":${list}}`,
      `[${list.slice(1, -1)},]`,
      `[,${list.slice(1)}`,
      list.replace('},{', '},,{'),
      list.replaceAll('},{', '} {'),
      `${list}]`,
      `${list},[]`,
      list.slice(0, -1),
      `{"version":2,"elements":${list}`,
    ];
    for (const text of odd) expect(parsed(text).result).toEqual(asJson(text));
  });

  test('one sign more or less anywhere is what JSON.parse says it is', () => {
    const text = JSON.stringify({ version: 2, elements: sections.slice(0, 60) });
    const signs = fc.constantFrom('', '"', '\\', ',', '[', ']', '{', '}', ' ', '7');
    fc.assert(
      fc.property(fc.nat(text.length - 1), signs, fc.boolean(), (at, sign, replaces) => {
        const spoiled = text.slice(0, at) + sign + text.slice(replaces ? at + 1 : at);
        expect(parsed(spoiled).result).toEqual(asJson(spoiled));
      }),
      { numRuns: 150 },
    );
  });
});

test('reading in steps says what reading at once says', async () => {
  for (const pack of [{ version: 2, elements: sections }, sections, { version: 3, elements: sections }]) {
    const text = JSON.stringify(pack);
    expect(await readPackDataInSteps(text, noPause)).toEqual(readPackData(text));
  }
});

test('whoever reads a large pack lets others have a turn', async () => {
  const many = Array.from({ length: 4_000 }, (_, at) => section(at));
  const turns: number[] = [];
  await readPackDataInSteps(JSON.stringify({ version: 2, elements: many }), async () => {
    turns.push(turns.length);
  });
  expect(turns.length).toBeGreaterThan(3);
});

test('work without a pause that is due asks for none', async () => {
  function* little(): Generator<void, string> {
    yield;
    return 'done';
  }
  await expect(inSteps(little(), () => Promise.reject(new Error('asked')))).resolves.toBe('done');
});

test('a large pack that was read a moment ago is not read again', async () => {
  const text = JSON.stringify({ version: 2, elements: sections });
  const before = await recallPackDataInSteps(text, noPause);
  expect(recallPackData(text)).toBe(before);
  expect(recallPackData(text.replace('words', 'worlds'))).not.toEqual(before);
  for (let other = 0; other < 4; other += 1) recallPackData(text.replace('words', `${other}`));
  expect(recallPackData(text)).not.toBe(before);
  expect(recallPackData(text)).toEqual(before);
});
