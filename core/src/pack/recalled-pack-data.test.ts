import { expect, test, vi } from 'vitest';
import { readPackData, writePackData } from './read-pack-data.ts';
import { keepWritten, recallPackData, recallPackDataInSteps } from './recalled-pack-data.ts';

const large = (title: string) =>
  JSON.stringify({
    version: 2,
    elements: Array.from({ length: 300 }, (_, at) => ({
      ...{ id: `s${at}`, type: 'text', title, showTitle: true, introText: '', options: { hideTitle: false } },
      data: { content: `<p>${'word '.repeat(20)}</p>` },
    })),
  });
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

test('a large pack that several ask for at once is read once, and all of them get the same', async () => {
  // Nobody is done before all have asked.
  const clock = vi.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => (now += 10));
  const parse = vi.spyOn(JSON, 'parse');
  await recallPackDataInSteps(large('alone'), pause);
  const parsedAlone = parse.mock.calls.length;
  parse.mockClear();
  const asked = [1, 2, 3].map(() => recallPackDataInSteps(large('often'), pause));
  const [first, ...others] = await Promise.all(asked);
  for (const other of others) expect(other).toBe(first);
  expect(parse.mock.calls.length).toBe(parsedAlone);
  expect(parsedAlone).toBeGreaterThan(0);
  vi.restoreAllMocks();
});

test('a large pack that was just written is not read anew', () => {
  const read = readPackData(large('written'));
  if (!read.ok) throw new Error(read.because);
  const pack = { ...read.pack, elements: read.pack.elements.slice(1) };
  const text = writePackData(pack);
  keepWritten(text, pack);
  const parse = vi.spyOn(JSON, 'parse');
  expect(recallPackData(text)).toEqual({ ok: true, pack, version: 2 });
  expect(parse).not.toHaveBeenCalled();
  expect(readPackData(text)).toEqual({ ok: true, pack, version: 2 });
  vi.restoreAllMocks();
});
