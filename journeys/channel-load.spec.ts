import { expect, test } from './support/fault-journey.ts';
import type { SeenRequest } from './support/fault-proxy.ts';
import { people } from './support/people.ts';

/** What a request belongs to; a picture that is on the screen is asked for by itself, or by the worker in its place. */
function partOf({ path, headers }: SeenRequest): 'channel' | 'packs' | 'files' | null {
  if (path.startsWith('/jsonapi/salestool/channel/')) return 'channel';
  if (path.startsWith('/jsonapi/salestool/pack')) return 'packs';
  const isKept = headers['sec-fetch-mode'] === 'cors';
  return isKept && path.startsWith('/sites/default/files/') ? 'files' : null;
}

test('[SYNC-09] the host is asked for the channel, then for its packs, and the files that are kept come behind both', async ({
  rep,
  line,
}) => {
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  const asked = () => line.requests.map(partOf);
  await expect.poll(asked, { timeout: 60_000 }).toContain('files');
  const parts = asked();
  expect(parts.indexOf('channel')).toBeGreaterThan(-1);
  expect(parts.indexOf('packs')).toBeGreaterThan(parts.indexOf('channel'));
  expect(parts.indexOf('files')).toBeGreaterThan(parts.lastIndexOf('packs'));
});
