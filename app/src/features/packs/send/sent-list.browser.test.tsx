// Fetched with the tests: on a busy machine what is fetched when it is needed may come too late.
import '../send-screen.tsx';
import './recipients/paste-dialog.tsx';
import './sent-list-dialog.tsx';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { WaitingItem } from '#services.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, expectCleanAtEveryWidth, setColorScheme, showWorld } from '#testing/show-app.tsx';

beforeEach(() => {
  clearNotices();
  setColorScheme('light');
});

const notSaved = { savedLocally: true, savedRemotely: false, failure: null };
const offline = { connection: { online: false, icon: 'offline' } } as const;
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const titled = (name: string) => page.getByRole('dialog', { name, exact: true });

/** Sends to three people at once. @param standings how far their messages have come; none: they are saved to the server */
async function send(
  standings: readonly Pick<WaitingItem, 'state' | 'reason'>[],
  options: SamplePackOptions = {},
) {
  const isSaved = standings.length === 0;
  const sample = samplePackServices({ ...(!isSaved && { outcome: notSaved }), ...options });
  sample.services.waiting.items = async ({ ids = [] } = {}) =>
    standings.map((standing, at) => ({
      ...{
        id: ids[at] ?? `waiting-${at}`,
        type: 'salestool--message',
        title: '',
        subtitle: '',
        updated: 0,
        packId: null,
      },
      ...standing,
    }));
  const world = await showWorld('/packs/brightwater/send', sample);
  await expect.element(field('Message')).toBeVisible();
  await button('Paste addresses').click();
  await expect.element(field('Addresses')).toBeVisible();
  await field('Addresses').fill('Ann Lee <ann@b.example>\nBo Lee <bo@b.example>\nCy Lee <cy@b.example>');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Company name' }).fill('Brightwater');
  await button('Add 3').click();
  await expect.element(page.getByRole('group', { name: 'Recipient 3' })).toBeVisible();
  await button('Send').click();
  return world;
}

const waits = { state: 'waiting', reason: null } as const;
const goes = { state: 'going', reason: null } as const;
const delayed = { state: 'waiting', reason: 'It could not be brought there yet.' } as const;
const refused = { state: 'refused', reason: 'Forbidden (403) - Left the channel' } as const;
const asks = { state: 'asks', reason: 'A message to this person was sent before.' } as const;
const notOnServer = (reason: string) =>
  `The pack was saved locally but could not be saved to the server: ${reason}`;

describe('the confirmation for several people says what became of their messages', () => {
  test.each([
    ['[PSEND-19] saved', [], {}, 'Pack successfully sent!'],
    ['on their way', [waits, goes, goes], {}, 'Pack on its way to the server'],
    ['[PSEND-22] one of them refused', [goes, refused, goes], {}, notOnServer(refused.reason)],
    ['[PSEND-22] refused rather than late', [delayed, asks, refused], {}, notOnServer(refused.reason)],
    ['[PSEND-22] late', [delayed, waits, waits], {}, notOnServer(delayed.reason)],
    ['[PSEND-21] offline', [waits, delayed, waits], offline, 'Pack saved for sending when next online'],
    ['[PSEND-22] refused, then offline', [waits, refused, waits], offline, notOnServer(refused.reason)],
  ])('%s', async (_what, standings, options, title) => {
    await send(standings, options);
    await expect.element(titled(title)).toBeVisible();
  });

  describe.each(['light', 'dark'] as const)(
    'and is clean under axe at every width in the %s scheme',
    (scheme) => {
      test.each([
        ['refused', [refused, asks, refused], {}],
        ['late', [delayed, waits, waits], {}],
        ['offline', [waits, delayed, waits], offline],
      ])('%s', async (_what, standings, options) => {
        setColorScheme(scheme);
        await send(standings, options);
        await expect.element(page.getByRole('dialog', { name: /^(The p|P)ack/ })).toBeVisible();
        await expectCleanAtEveryWidth();
      });
    },
  );

  test('[PSEND-19] nothing is said to be sent where all were cancelled in another window', async () => {
    const { services, recorded } = await send([waits, waits, waits]);
    await expect.element(titled('Pack on its way to the server')).toBeVisible();
    for (const { id } of recorded) await services.messages.cancel(id);
    await expect.element(titled('All messages were cancelled')).toBeVisible();
  });

  test('one that was refused leads to its correction, and does not wait for the app to be open', async () => {
    const world = await send([refused, asks, refused]);
    const visited: string[] = [];
    // The form of a message that cannot be opened any more leads on at once.
    const leave = world.history.subscribe(({ location }) => visited.push(location.search));
    await button('Correct it: the message to Cy Lee').click();
    await expect.poll(() => visited).toContain(`?message=${world.recorded[2]!.id}`);
    leave();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('what waits for a word, or for what was refused, leads to all that waits', async () => {
    const { at } = await send([goes, asks, goes]);
    await page.getByRole('link', { name: 'See what waits' }).click();
    await expect.poll(at).toBe('/settings');
  });

  test('only what leaves by itself waits for the app to be open', async () => {
    await send([refused, asks, refused]);
    await expect.element(button('Correct it: the message to Ann Lee')).toBeVisible();
    await expect.element(page.getByText(/^Mail leaves only while/)).not.toBeInTheDocument();
    expect(button('Correct it: the message to Bo Lee').elements()).toEqual([]);
  });
});
