import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutOf, cutRange } from './cut-range.ts';

describe('the bytes a Range header asks for', () => {
  test.each([
    ['bytes=0-', { from: 0, to: 100 }],
    ['bytes=0-0', { from: 0, to: 1 }],
    ['bytes=10-19', { from: 10, to: 20 }],
    ['bytes=90-1000000', { from: 90, to: 100 }],
    ['bytes=-10', { from: 90, to: 100 }],
    ['bytes=-1000', { from: 0, to: 100 }],
    [' Bytes = 5 - 6 ', { from: 5, to: 7 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-10', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=a-b', 'whole'],
    ['items=0-1', 'whole'],
    ['', 'whole'],
  ])('%j of 100 bytes', (header, cut) => {
    expect(cutOf(header, 100)).toEqual(cut);
  });

  test('nothing can be cut from an empty file', () => {
    expect(cutOf('bytes=0-', 0)).toBe('unsatisfiable');
    expect(cutOf('bytes=-1', 0)).toBe('unsatisfiable');
  });

  test('a cut always lies within the file, whatever the header says', () => {
    const number = fc.oneof(fc.constant(''), fc.nat().map(String), fc.bigInt({ min: 0n }).map(String));
    const header = fc.oneof(
      fc.string(),
      fc.tuple(number, number).map(([first, last]) => `bytes=${first}-${last}`),
    );
    fc.assert(
      fc.property(header, fc.nat(), (header, size) => {
        const cut = cutOf(header, size);
        if (typeof cut === 'string') return;
        expect(cut.from).toBeGreaterThanOrEqual(0);
        expect(cut.from).toBeLessThan(cut.to);
        expect(cut.to).toBeLessThanOrEqual(size);
      }),
    );
  });
});

describe('the answer cut from a whole file', () => {
  const file = () =>
    new Response('0123456789', {
      headers: { 'content-type': 'video/mp4', etag: '"a"', 'content-length': '10' },
    });
  const asking = (headers: Record<string, string>) => new Request('https://host.test/film.mp4', { headers });

  test('carries the bytes, where they stand, and the type of the file', async () => {
    const answer = await cutRange(asking({ range: 'bytes=2-4' }), file());
    expect(answer.status).toBe(206);
    expect(await answer.text()).toBe('234');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-range': 'bytes 2-4/10',
      'content-length': '3',
      'content-type': 'video/mp4',
    });
  });

  test('is the whole file for who asks for no range, or continues another version', async () => {
    expect(await (await cutRange(asking({}), file())).text()).toBe('0123456789');
    const other = await cutRange(asking({ range: 'bytes=2-4', 'if-range': '"b"' }), file());
    expect([other.status, await other.text()]).toEqual([200, '0123456789']);
    const same = await cutRange(asking({ range: 'bytes=2-4', 'if-range': '"a"' }), file());
    expect(same.status).toBe(206);
  });

  test('is 416 with the size for bytes beyond the end', async () => {
    const answer = await cutRange(asking({ range: 'bytes=10-' }), file());
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });
});
