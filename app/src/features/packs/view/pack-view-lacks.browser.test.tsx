import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { Dexie } from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { LoadOutcome, SaveResult, UnsendableItem } from '#services.ts';
import {
  contents,
  documents,
  mediaChild,
  type SamplePackOptions,
  samplePack,
  samplePackServices,
} from '#testing/sample-packs.ts';
import { motionEnds, showWorld } from '#testing/show-app.tsx';

const show = (options: SamplePackOptions) => showWorld('/packs/p/view', samplePackServices(options));
const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

const file = mediaChild('guide');
const gone = { ...file, id: 'b', data: { media: { ...file.data.media, id: 'gone', name: 'Old list' } } };
const section = documents('d', 'Documents', []);
const lacking = samplePack(
  { id: 'p' },
  contents({ ...section, data: { medias: [file, gone] } } as PackElement),
);
const lackingPage = samplePack(
  { id: 'p' },
  contents({
    ...{ id: 'v', title: 'Your visit', showTitle: true, introText: '', options: { hideTitle: false } },
    type: 'salestool--content_bundle',
    data: { bundle: { id: 'unknown', type: 'salestool--content_bundle' } },
  }),
);
const failed: LoadOutcome = { ok: false, failure: 'No response' };
const offline = { icon: 'offline', online: false } as const;

describe('what is not on the device', () => {
  test.each([
    ['names a file that is not here', lacking],
    ['has no channel', { ...samplePack({ id: 'p' }, contents()), channel: null }],
  ])('[PVIEW-12] a pack that %s is fetched in full when it is viewed', async (_, pack) => {
    const { calls } = await show({ packs: [pack] });
    await expect.poll(() => calls).toContain('load pack p again');
  });

  test('[PVIEW-12] a pack that is all here is left alone while it is young', async () => {
    const { calls } = await show({ packs: [samplePack({ id: 'p' }, contents())] });
    await expect.poll(() => calls).toContain('load pack p');
    expect(calls).not.toContain('load pack p again');
  });

  const framed = (title = 'Brightwater Cafés') =>
    page.getByRole('region', { name: `The page of ${title} as the prospect sees it` });
  const lineOf = (place = '.withdrawn .facts', title?: string) =>
    framed(title).query()?.shadowRoot?.querySelector(place);
  /** What stands in place of what is not here. */
  const stands = (place?: string, title?: string) => lineOf(place, title)?.textContent;

  test('[SYNC-06] is on its way while the pack is fetched, and withdrawn once the host has given all it has', async () => {
    const answer = Promise.withResolvers<LoadOutcome>();
    await show({ packs: [lacking], load: () => answer.promise });
    await expect.poll(() => stands()).toBe('This is being loaded.');
    answer.resolve({ ok: true });
    await expect.poll(() => stands()).toBe('This is no longer available.');
  });

  test('[PVIEW-03, SYNC-06] so is a page that the pack names, when it came no more', async () => {
    const { calls } = await show({ packs: [lackingPage] });
    await expect.poll(() => calls).toContain('load pack p again');
    await expect.poll(() => stands('.notice')).toBe('This is no longer available.');
  });

  test('[SYNC-06] is not said to come where nobody can be asked', async () => {
    const answer = Promise.withResolvers<LoadOutcome>();
    await show({ packs: [lacking], connection: offline, load: () => answer.promise });
    await expect.poll(() => stands()).toBe('This is not on this device.');
    answer.resolve({ ok: true });
  });

  test('[SYNC-06] is on its way again once there is a signal', async () => {
    const answer = Promise.withResolvers<LoadOutcome>();
    const load = async (what: string) => (what === 'pack p again' ? answer.promise : { ok: true as const });
    const { connection } = await show({ packs: [lacking], connection: offline, load });
    await expect.poll(() => stands()).toBe('This is not on this device.');
    connection.set({ ...connection.current(), icon: 'online', online: true });
    await expect.poll(() => stands()).toBe('This is being loaded.');
    answer.resolve({ ok: true });
    await expect.poll(() => stands()).toBe('This is no longer available.');
  });

  test('[SYNC-06] is told of only once it is known what this device knows of it', async () => {
    const world = samplePackServices({ packs: [lacking], connection: offline });
    const known = Promise.withResolvers<UnsendableItem[]>();
    world.services.packs.unsendable = () => known.promise;
    let drawings = 0;
    const { mine } = world.services.signatures;
    world.services.signatures.mine = async () => {
      const signature = await mine();
      drawings += 1;
      return signature;
    };
    await showWorld('/packs/p/view', world);
    await expect.poll(() => drawings).toBeGreaterThan(0);
    const before = drawings;
    await world.services.packs.load('another');
    // What was read first is drawn by then.
    await expect.poll(() => drawings).toBeGreaterThan(before);
    await motionEnds();
    expect(framed().query()).toBeNull();
    known.resolve([{ id: 'gone', name: 'Old list', because: 'withdrawn' }]);
    await expect.poll(() => stands()).toBe('This is no longer available.');
  });

  test('the page is not drawn anew as long as the same is known of it', async () => {
    const unsendable: UnsendableItem[] = [{ id: 'gone', name: 'Old list', because: 'withdrawn' }];
    const world = samplePackServices({ packs: [lacking] });
    const marks = new Dexie(`marks-${crypto.randomUUID()}`);
    marks.version(1).stores({ mark: 'id' });
    let asked = 0;
    world.services.packs.unsendable = async () => {
      await marks.table('mark').get(1);
      asked += 1;
      return unsendable;
    };
    const drawn = vi.fn(world.services.channels.view);
    world.services.channels.view = drawn;
    await showWorld('/packs/p/view', world);
    await expect.poll(() => stands()).toBe('This is no longer available.');
    const before = drawn.mock.calls.length;
    // What the first of them leads to is on the page when the second is read.
    for (const at of [1, 2]) {
      const read = asked;
      await marks.table('mark').put({ id: 1, at });
      await expect.poll(() => asked).toBeGreaterThan(read);
      await motionEnds();
    }
    expect(drawn.mock.calls.length).toBe(before);
  });

  test('[SYNC-06] of a copy is said what its own load met, and once more when the host has been sent it', async () => {
    const world = samplePackServices({
      packs: [lacking, { ...lacking, id: 'copy', title: 'Copy', pulled: 0, _meta: { push: true } }],
      load: (what) => answers[what] ?? Promise.resolve({ ok: true }),
    });
    const first = Promise.withResolvers<LoadOutcome>();
    const answers: Record<string, Promise<LoadOutcome>> = { 'pack copy again': first.promise };
    const { history } = await showWorld('/packs/p/view', world);
    await expect.poll(() => stands()).toBe('This is no longer available.');
    history.push('/packs/copy/view');
    await expect.poll(() => stands(undefined, 'Copy')).toBe('This is being loaded.');
    first.resolve({ ok: false, failure: 'Not found', isNowhere: true });
    await expect.poll(() => stands(undefined, 'Copy')).toBe('This is not on this device.');
    answers['pack copy again'] = Promise.resolve({ ok: true });
    await world.services.packs.save({ ...lacking, id: 'copy', title: 'Copy' });
    await expect.poll(() => stands(undefined, 'Copy')).toBe('This is no longer available.');
  });

  test('[PEDIT-02] the preview before a send says of it what its prospect will read', async () => {
    await showWorld('/packs/p/editsend', samplePackServices({ packs: [lacking] }));
    await button('Next').click();
    await expect
      .poll(() => stands())
      .toBe('This is no longer available. Ask the sender for the current version.');
  });

  test('[PEDIT-02, SYNC-06] of what is only not on this device the preview before a send says so', async () => {
    const world = samplePackServices({ packs: [lacking], connection: offline });
    await showWorld('/packs/p/editsend', world);
    await button('Next').click();
    await expect.poll(() => stands()).toBe('This is not on this device.');
  });

  test.each([
    ['the host does not answer', { load: async () => failed }],
    ['there is no signal', { connection: offline, load: async () => ({ ok: true }) }],
  ] satisfies [string, SamplePackOptions][])(
    '[SYNC-06] is not called withdrawn when %s',
    async (_, options) => {
      await show({ packs: [lacking], ...options });
      await expect.poll(() => stands()).toBe('This is not on this device.');
    },
  );

  test('[SYNC-06] what this device knows to be withdrawn is called so without a signal', async () => {
    const unsendable: UnsendableItem[] = [{ id: 'gone', name: 'Old list', because: 'withdrawn' }];
    await show({ packs: [lacking], unsendable, connection: offline });
    await expect.poll(() => stands()).toBe('This is no longer available.');
  });
});

describe('what may be done with an own pack', () => {
  test('[PVIEW-10, PVIEW-11] one that the host knows can be archived, and not sent there or deleted', async () => {
    await show({ packs: [samplePack({ id: 'p' }, contents())] });
    await expect.element(button('Archive')).toBeVisible();
    await expect.element(button('Clone')).toBeVisible();
    for (const name of ['Send to server', 'Delete'])
      await expect.element(button(name)).not.toBeInTheDocument();
  });

  test('[PVIEW-11] the hand is still on Send to server once that has ended', async () => {
    const world = samplePackServices({
      packs: [samplePack({ id: 'p', pulled: 0, _meta: { push: true } }, contents())],
    });
    const answer = Promise.withResolvers<SaveResult>();
    world.services.packs.sendToServer = () => answer.promise;
    await showWorld('/packs/p/view', world);
    await button('Send to server').click();
    await expect.element(button('Send to server')).toBeDisabled();
    answer.resolve({ savedLocally: true, savedRemotely: false, failure: 'No response' });
    await expect.element(button('Send to server')).toHaveFocus();
  });

  test('[PVIEW-10, PVIEW-11] with packNoEdit it can be sent alone', async () => {
    const configuration = { flags: { packNoEdit: true } };
    await show({ packs: [samplePack({ id: 'p' }, contents())], configuration });
    await expect.element(link('Send')).toBeVisible();
    for (const name of ['Clone', 'Archive', 'Delete', 'Send to server'])
      await expect.element(button(name)).not.toBeInTheDocument();
    for (const name of ['Edit & save', 'Edit & send'])
      await expect.element(link(name)).not.toBeInTheDocument();
  });
});
