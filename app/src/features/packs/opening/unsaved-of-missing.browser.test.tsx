import { addTextSection } from '@satchel/core/pack/edit-pack.ts';
import { emptyPack } from '@satchel/core/pack/pack-data.ts';
import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, openBuilder, packName, section, topSave } from '#testing/builder-page.ts';
import { sampleUser } from '#testing/sample-content.ts';
import {
  type SamplePackOptions,
  samplePack,
  samplePackServices,
  samplePacks,
} from '#testing/sample-packs.ts';
import {
  clearNotices,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

beforeEach(clearNotices);

const place = `pack.${sampleUser.uuid}.gone`;
const left = {
  ...{ id: 'gone', title: 'Three harbours', notes: 'Ask for Sven.', color: '' },
  ...{ began: 1_790_000_000_000, state: 'at 1790000000000', channel: 'transit' },
  contents: writePackData(addTextSection(emptyPack, { title: 'What we agreed' })),
};
const world = (options: SamplePackOptions = {}) =>
  samplePackServices({
    drafts: { [place]: left },
    load: async (what) =>
      what.startsWith('pack gone')
        ? { ok: false, failure: 'Not Found (404)', isNowhere: true }
        : { ok: true },
    ...options,
  });

const told = page.getByText(
  'This pack is no longer among your packs. Your unsaved changes to it are still on this device.',
);
const gone = page.getByText(/^This pack was deleted or archived elsewhere since you began/);
const notFound = page.getByText('(404) Sorry, nothing here...');
const line = page.getByText(
  /^‘Three harbours’ is no longer among your packs. Your unsaved changes to it are still on this device/,
);

describe('unsaved changes of a pack that was deleted or archived elsewhere after its page was closed', () => {
  test('are gone on with in the builder, and a save brings the pack back in its channel', async () => {
    const { saved, drafts } = await openBuilder('gone', world());
    await expect.element(told).toBeVisible();
    await expect.element(packName('Three harbours')).toBeVisible();
    await button('Go on with them').click();
    await expect.element(gone).toBeVisible();
    await expect.element(section('What we agreed')).toBeVisible();
    await topSave().click();
    await expect.poll(() => saved.length).toBe(1);
    expect(saved[0]).toMatchObject({
      ...{ id: 'gone', title: 'Three harbours', notes: 'Ask for Sven.', pack_data: left.contents },
      channel: { id: 'transit' },
    });
    await expect.element(gone).not.toBeInTheDocument();
    await expect.element(section('What we agreed')).toBeVisible();
    expect(drafts.size).toBe(0);
  });

  test.each(['edit', 'wizard'])('are gone on with in the editor: %s', async (screen) => {
    const { saved, drafts } = await showWorld(
      `/packs/gone/${screen}`,
      world({ configuration: { flags: { packWizard: true } } }),
    );
    await button('Go on with them').click();
    await expect.element(gone).toBeVisible();
    await button(screen === 'edit' ? 'Save' : 'Next').click();
    await expect.poll(() => saved.map(({ id, title }) => [id, title])).toEqual([['gone', 'Three harbours']]);
    await expect.poll(() => drafts.size).toBe(0);
  });

  test('are dropped when their owner says so, who is asked before', async () => {
    const { at, drafts } = await openBuilder('gone', world());
    await button('Drop them').click();
    await button('Keep my changes').click();
    await expect.element(told).toBeVisible();
    expect(drafts.size).toBe(1);
    await button('Drop them').click();
    await button('Drop changes').click();
    await expect.poll(at).toBe('/packs');
    expect(drafts.size).toBe(0);
  });

  test('are there without a signal, too, when nobody knows what became of the pack', async () => {
    const load = async () => ({ ok: false as const, failure: 'Application is offline' });
    await openBuilder('gone', world({ connection: { online: false, icon: 'offline' }, load }));
    await expect
      .element(page.getByText(/^This pack is not on this device, .+: Application is offline\. Your unsaved/))
      .toBeVisible();
    await button('Go on with them').click();
    await expect.element(section('What we agreed')).toBeVisible();
    await expect.element(gone).not.toBeInTheDocument();
  });

  test('[PERM-17] are shown to nobody else', async () => {
    const options = { session: { user: { ...sampleUser, uuid: 'somebody-else' } } };
    const { history } = await openBuilder('gone', world(options));
    await expect.element(notFound).toBeVisible();
    history.push('/packs');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Packs' })).toBeVisible();
    await expect.element(line).not.toBeInTheDocument();
  });

  test('are left alone where a newer app wrote them, or no pack may be made', async () => {
    const newer = { ...left, contents: JSON.stringify({ version: 3, elements: [] }) };
    const shown = await openBuilder('gone', world({ drafts: { [place]: newer } }));
    await expect.element(notFound).toBeVisible();
    expect(shown.drafts.size).toBe(1);
    await shown.screen.unmount();
    const { history } = await openBuilder('gone', world({ configuration: { flags: { packNoEdit: true } } }));
    await expect.element(notFound).toBeVisible();
    history.push('/packs');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Packs' })).toBeVisible();
    await expect.element(line).not.toBeInTheDocument();
  });

  test.each([
    [{}, '/packs/gone/edit'],
    [{ packBuilder2Default: true }, '/packs/gone/build'],
  ])('[PBUILD-21] are told of above the list of packs, which leads there: %o', async (flags, place) => {
    const { at } = await showWorld('/packs', world({ configuration: { flags } }));
    await expect.element(line).toBeVisible();
    await page.getByRole('link', { name: 'Show them' }).click();
    await expect.poll(at).toBe(place);
    await expect.element(told).toBeVisible();
  });

  test('are told of there, too, once the archived pack was looked for at the host', async () => {
    const pack = samplePack({
      id: 'gone',
      title: 'Three harbours',
      archived: true,
      changed: 1_790_000_000_001,
    });
    const flags = { packBuilder2Default: true };
    await showWorld('/packs', world({ packs: [pack], configuration: { flags } }));
    await expect.element(line).toBeVisible();
    await page.getByRole('link', { name: 'Show them' }).click();
    await expect
      .element(
        page.getByText(
          /^This pack was changed elsewhere since you began. Save to keep your changes as a copy/,
        ),
      )
      .toBeVisible();
    await expect.element(section('What we agreed')).toBeVisible();
  });

  test('are not told of there while the pack is in the list', async () => {
    const pack = samplePack({ id: 'gone', title: 'Three harbours' });
    const { services, packs } = await showWorld('/packs', world({ packs: [pack, ...samplePacks] }));
    await expect.element(page.getByRole('link', { name: 'View Three harbours' })).toBeVisible();
    await expect.element(line).not.toBeInTheDocument();
    await services.packs.delete(packs().find(({ id }) => id === 'gone')!);
    await expect.element(line).toBeVisible();
  });
});

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each([
    ['a phone', phone],
    ['a tablet', tablet],
  ])('the page and the list that tell of them are clean under axe on %s', async (_name, size) => {
    setColorScheme(scheme);
    await size();
    const { history } = await openBuilder('gone', world());
    await expect.element(told).toBeVisible();
    await expectNoAxeViolations('page');
    history.push('/packs');
    await expect.element(line).toBeVisible();
    await expectNoAxeViolations('list');
    expect(document.documentElement.scrollWidth).toBe(innerWidth);
    setColorScheme('light');
  });
});
