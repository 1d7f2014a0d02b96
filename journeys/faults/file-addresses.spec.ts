import { createHash } from 'node:crypto';
import { deviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import { changed, to, unconditionally } from '../support/fault-proxy.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { keptFiles } from '../support/kept-files.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';

// Not those in a text of a pack, whose quotation marks are escaped.
const addressOfFile =
  /"((?:https?:\/\/[^"/]+)?\/(?:sites\/default\/files|app\/pwa\/sitefiles)\/[^"?\\]+)(?:\?[^"\\]*)?"/g;

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('[F29] files whose addresses carry another token with every pull are not fetched again, and a film plays offline by ranges of its kept copy @long', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  test.setTimeout(240_000);
  let pull = 0;
  const withToken = (text: string) => text.replace(addressOfFile, `"$1?token=${pull}"`);
  line.meet(
    to('GET', '/jsonapi'),
    unconditionally(changed(({ body }) => ({ body: Buffer.from(withToken(body.toString())) }))),
  );
  const pack = await readyToSend(rep, host);
  const { page } = rep;
  await rep.keepOfflineWithVideos('T3 Counter');
  await expect(rep.connection).toHaveAccessibleName('Online', { timeout: 30_000 });
  const paths = (await keptFiles(page)).map((url) => new URL(url).pathname);
  const film = paths.find((path) => path.endsWith('.mp4'));
  expect(film).toBeDefined();
  const tokens = async () =>
    new Set(JSON.stringify(await deviceRows(page, 'file--file')).match(/\?token=\d+/g) ?? []);

  line.requests.length = 0;
  await rep.open('/');
  for (pull = 1; pull <= 2; pull++) {
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect.poll(tokens).toContain(`?token=${pull}`);
    await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
  }
  await expect(rep.connection).toHaveAccessibleName('Online', { timeout: 30_000 });
  await rep.open('/content');
  await expect(rep.tile('T3 Counter').getByRole('switch')).toBeChecked();
  const fetched = line.requests.map(({ path }) => path.split('?')[0] ?? '');
  expect(fetched.filter((path) => paths.includes(path))).toEqual([]);

  const bytes = Buffer.from(await (await fetch(host.address + film)).arrayBuffer());
  await line.stop();
  await page.reload();
  await expect(rep.tile('T3 Counter').getByRole('switch')).toBeChecked();
  const part = await page.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { range: 'bytes=1000-50999' } });
    const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer());
    return {
      status: answer.status,
      range: answer.headers.get('content-range'),
      digest: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    };
  }, `${film}?token=3`);
  expect(part).toEqual({
    status: 206,
    range: `bytes 1000-50999/${bytes.length}`,
    digest: digestOf(bytes.subarray(1000, 51_000)),
  });
  await rep.tile('T3 Counter').getByRole('link', { name: 'T3 Counter' }).click();
  await page.getByText('One payment at the counter').first().click();
  const player = page.getByRole('dialog').locator('video');
  await player.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect
    .poll(() => player.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.2);
  await page.keyboard.press('Escape');

  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient(guest);
  await pressSend(rep);
  await savedForLater(rep);
  await expectTruth(rep, 'Offline', 1);
  await line.start();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email], 60_000);
  await expectTruth(rep, 'Online', 0);
});
