import { describe, expect, test } from 'vitest';
import { readRecord } from '#remote/documents.ts';
import { shareOfChannel } from './share-of-channel.ts';

const names = (type: string, ids: readonly string[]) => ({ data: ids.map((id) => ({ type, id })) });
const record = (type: string, id: string, relationships = {}) =>
  readRecord({ type, id, relationships }, 0) as NonNullable<ReturnType<typeof readRecord>>;

const bundleType = 'salestool--document_bundle';
const mediasOf = (bundle: string) => ['1', '2', '3', '4'].map((at) => `${bundle}-${at}`);
const bundle = (id: string) => record(bundleType, id, { medias: names('media--document', mediasOf(id)) });
const medias = (id: string) => mediasOf(id).map((each) => record('media--document', each));
const ids = ['a', 'b', 'c', 'd'];
const channel = record('salestool--channel', 'c', { bundles: names(bundleType, ids) });

/** All that is told while these records come, one by one, half a second apart. */
function told(
  records: ReturnType<typeof record>[],
  begin: Parameters<ReturnType<typeof shareOfChannel>['begin']>[0] = channel,
) {
  const shares: number[] = [];
  let now = 0;
  const share = shareOfChannel(
    (each) => void shares.push(each),
    () => now,
  );
  share.begin(begin);
  for (const each of records) {
    share.add(each);
    now += 500;
    share.tell();
  }
  return shares;
}

describe('how much of a channel has come', () => {
  const oneByOne = ids.flatMap((id) => [bundle(id), ...medias(id)]);
  const bundlesFirst = [...ids.map(bundle), ...ids.flatMap(medias)];

  test.each([
    ['each bundle with its files', oneByOne],
    ['all bundles in front of their files', bundlesFirst],
  ])('grows to the whole when a host sends %s', (_order, records) => {
    const shares = told(records);
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  test('is half when half of the bundles are there with their files', () => {
    expect(told(oneByOne.slice(0, 10)).at(-1)).toBe(0.5);
  });

  test('is not told where the channel does not say what belongs to it', () => {
    expect(told(oneByOne, null)).toEqual([]);
  });

  test('is told a few times a second', () => {
    const shares: number[] = [];
    let now = 0;
    const share = shareOfChannel(
      (each) => void shares.push(each),
      () => now,
    );
    share.begin(channel);
    for (const each of oneByOne) {
      share.add(each);
      now += 60;
      share.tell();
    }
    expect(shares.length).toBeLessThan(6);
  });
});
