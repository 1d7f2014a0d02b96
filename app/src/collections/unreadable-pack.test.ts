import { expect, test } from 'vitest';
import { samplePack } from '#testing/sample-packs.ts';
import { snapshotWithout } from './message-fields.ts';

test.each(['{"version":2', '{"version":3,"elements":[]}'])(
  '[PDATA-08] no message carries a pack of %s',
  (pack_data) => {
    const pack = samplePack({ id: 'p', title: 'Offer', pack_data });
    expect(() => snapshotWithout(pack, [])).toThrow('The contents of this pack cannot be read here');
  },
);

test('a pack without contents is sent as one', () => {
  const pack = samplePack({ id: 'p', title: 'Offer', pack_data: null });
  expect(JSON.parse(snapshotWithout(pack, []))).toEqual({ title: 'Offer', pack_data: null });
});
