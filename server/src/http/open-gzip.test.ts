import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { endGzip, openGzip } from './open-gzip.ts';

test.each([
  ['', ''],
  ['<p>Every time the same</p>'.repeat(500), '<script>new</script>'],
  ['Café '.repeat(30_000), 'é'.repeat(32_000)],
  ['short', ''],
])('what was compressed before can be ended again and again', async (start, end) => {
  const open = await openGzip(Buffer.from(start));
  for (const each of [end, `${end}!`, end]) {
    const bytes = endGzip(open, Buffer.from(each));
    expect(gunzipSync(bytes).toString()).toBe(start + each);
  }
});
