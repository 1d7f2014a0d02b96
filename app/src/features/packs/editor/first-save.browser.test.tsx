import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  box,
  button,
  dataOf,
  filter,
  name,
  open,
  row,
  show,
  tab,
  title,
  treeNames,
  withoutBuilder,
} from '#testing/editor-page.ts';
import { holdAnswers, holdReads, holdWrites } from '#testing/held-save.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { contents, samplePack, samplePacks, words } from '#testing/sample-packs.ts';
import { clearNotices, setColorScheme, tablet } from '#testing/show-app.tsx';
import { nextTurn } from '#ui/next-turn.ts';

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await tablet();
});

const wizard = { flags: { packWizard: true } };
const inBuilder = { flags: { packBuilder2Default: true } };
const newPack = (path = '/packs/new', configuration: object = withoutBuilder) =>
  show(path, { configuration });
type World = Awaited<ReturnType<typeof newPack>>;

const packWith = { pack_data: writePackData(contents(words('w', 'A word', '<p>Hello</p>'))) };
const restored = () => page.getByText(/Your unsaved changes from last time are back/);
const unsaved = () => page.getByText('Unsaved changes', { exact: true });
const about = ({ drafts }: World) => [...drafts.keys()].map((key) => key.split('.').slice(2).join('.'));

test('[PEDIT-21] a new pack gets contents of version 1', async () => {
  const { saved, at } = await newPack();
  await button('Next').click();
  await box('M1 Mobile').click();
  await button('Save').click();
  await expect.poll(at).toBe(`/packs/${saved[0]?.id}/view`);
  expect(dataOf(saved.at(-1))).toEqual([expect.objectContaining({ id: 'm1' })]);
});

test('[PERM-10, PERM-15, NAV-31] where nothing may be sent a new pack is made without the wizard, to its end', async () => {
  const { saved, at } = await newPack('/packs/new', { flags: { packWizard: true, packNoSend: true } });
  await expect.poll(at).toBe('/packs/-/edit');
  await button('Next').click();
  await expect.element(page.getByRole('tree')).toBeVisible();
  await box('M1 Mobile').click();
  await button('Save').click();
  await expect.poll(at).toBe(`/packs/${saved[0]?.id}/view`);
});

/** Nothing is lost by leaving then, and nobody is asked. */
async function isOnDevice({ saved, drafts }: World) {
  await expect.poll(() => saved).toHaveLength(1);
  await expect.poll(() => drafts.size).toBe(0);
  await expect.element(unsaved()).not.toBeInTheDocument();
  // What asks before the page is left knows it once that is drawn.
  await new Promise(requestAnimationFrame);
  await nextTurn();
}

describe('the first save of a new pack', () => {
  test.each([
    ['edit', '/packs/-/edit', withoutBuilder],
    ['editsend', '/packs/-/editsend', withoutBuilder],
    ['wizard', '/packs/-/wizard', wizard],
  ] as const)(
    '[PEDIT-04, NAV-31] leads on under its own address with the page as it is: %s',
    async (way, path, configuration) => {
      await page.viewport(1180, 480);
      const world = await newPack(path, configuration);
      await name().fill('For Daniel');
      const reads = holdReads(world);
      const heading = page.getByRole('heading', { level: 1 }).element();
      await button('Next').click();
      await expect.poll(() => world.saved).not.toEqual([]);
      await expect.poll(world.at).toBe(`/packs/${world.saved[0]?.id}/${way}`);
      await open('T3 Counter');
      await filter().fill('m1');
      await expect.poll(treeNames).toHaveLength(3);
      const field = filter().element();
      scrollTo({ top: 60 });
      await expect.poll(() => scrollY).toBe(60);
      reads.letGo();
      await expect.poll(reads.done).toBeGreaterThan(0);
      await expect.element(title('For Daniel')).toBeVisible();
      expect(page.getByRole('heading', { level: 1 }).element()).toBe(heading);
      expect(filter().element()).toBe(field);
      await expect.element(filter()).toHaveFocus();
      await expect.element(filter()).toHaveValue('m1');
      expect(scrollY).toBe(60);
      await button('Clear the filter').click();
      await expect.element(row('Price list')).toBeVisible();
      await row('Price list').click();
      await expect.element(unsaved()).toBeVisible();
      await expect.poll(() => world.saved).not.toEqual([]);
      await expect.poll(() => about(world)).toEqual([world.saved[0]?.id]);
    },
  );

  test('the way back leads to where the rep came from, and forward to the pack', async () => {
    const world = await newPack('/packs');
    await expect.element(title('Packs')).toBeVisible();
    world.history.push('/packs/new');
    await expect.poll(world.at).toBe('/packs/-/edit');
    await name().fill('For Daniel');
    await button('Next').click();
    const own = () => `/packs/${world.saved[0]?.id}/edit`;
    await expect.poll(() => world.saved).toHaveLength(1);
    await expect.poll(world.at).toBe(own());
    world.history.back();
    await expect.element(title('Packs')).toBeVisible();
    expect(world.at()).toBe('/packs');
    world.history.forward();
    await expect.element(title('For Daniel')).toBeVisible();
    expect(world.at()).toBe(own());
    await expect.element(tab('Pack Contents')).toHaveAttribute('aria-selected', 'true');
    await expect.element(restored()).not.toBeInTheDocument();
  });

  test('after it the next new pack is another one', async () => {
    const world = await newPack();
    await name().fill('For Daniel');
    await button('Next').click();
    await expect.element(title('For Daniel')).toBeVisible();
    world.history.push('/packs/new');
    await expect.element(title('Create Pack')).toBeVisible();
    await expect.element(name()).toHaveValue('New pack');
    await name().fill('For Ines');
    await button('Next').click();
    await expect.poll(() => world.saved.map((pack) => pack.title)).toEqual(['For Daniel', 'For Ines']);
    expect(world.saved[1]?.id).not.toBe(world.saved[0]?.id);
    await expect.poll(() => world.drafts.size).toBe(0);
  });

  test.each([
    ['answers', holdAnswers],
    ['has begun', holdWrites],
  ] as const)('whoever goes elsewhere before it %s stays there', async (until, hold) => {
    const world = await newPack();
    const saving = hold(world);
    await name().fill('For Daniel');
    await button('Next').click();
    if (until === 'answers') await isOnDevice(world);
    world.history.push('/whats-new');
    if (until === 'has begun') await button('Leave').click();
    await expect.element(title("What's new")).toBeVisible();
    saving.letGo();
    await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
    expect(world.at()).toBe('/whats-new');
  });

  test.each([
    ['the editor', withoutBuilder, holdWrites, 0],
    ['the builder', inBuilder, holdAnswers, 1],
  ] as const)(
    'cannot be dropped while it is under way in %s, and leaves no draft of an empty pack',
    async (_, flags, hold, savesBefore) => {
      const world = await newPack('/packs/new', flags);
      const saving = hold(world);
      if (flags === withoutBuilder) await name().fill('For Daniel');
      else await button('Text').click();
      await button(flags === withoutBuilder ? 'Next' : 'Save')
        .first()
        .click();
      await expect.poll(() => world.saved).toHaveLength(savesBefore);
      await expect.element(button('Cancel')).toBeDisabled();
      saving.letGo();
      await expect.element(button('Cancel')).toBeEnabled();
      expect(world.saved).toHaveLength(1);
      await expect.poll(() => world.drafts.size).toBe(0);
    },
  );

  test.each([
    ['the editor', '/packs/-/edit', () => name(), withoutBuilder],
    ['the builder', '/packs/-/build', () => page.getByRole('textbox', { name: 'Pack name' }), inBuilder],
  ] as const)(
    'whoever comes back to %s to make another one stays with that',
    async (_, path, field, flags) => {
      const world = await newPack('/packs/new', flags);
      const saving = holdAnswers(world);
      if (flags !== withoutBuilder) await button('Rename the pack').click();
      await field().fill('For Daniel');
      await button(flags === withoutBuilder ? 'Next' : 'Save')
        .first()
        .click();
      await isOnDevice(world);
      world.history.push('/whats-new');
      await expect.element(title("What's new")).toBeVisible();
      world.history.push(path);
      if (flags !== withoutBuilder) await button('Rename the pack').click();
      await field().fill('For Mia');
      saving.letGo();
      await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
      await expect.element(field()).toHaveValue('For Mia');
      expect(world.at()).toBe(path);
    },
  );
});

describe('a new pack that is not saved', () => {
  test('it leaves nothing behind when nothing was done to it', async () => {
    const world = await newPack();
    await expect.element(title('Create Pack')).toBeVisible();
    world.history.push('/packs');
    await expect.element(title('Packs')).toBeVisible();
    expect(world.at()).toBe('/packs');
    expect(world.saved).toEqual([]);
    expect(world.drafts.size).toBe(0);
    expect(world.packs().filter((pack) => pack.title === 'New pack')).toEqual([]);
  });

  test('it is asked for before it is left, is there again after a reload, and is made once', async () => {
    const first = await newPack();
    await name().fill('For Daniel');
    await expect.element(unsaved()).toBeVisible();
    first.history.push('/packs');
    await button('Stay').click();
    expect(first.at()).toBe('/packs/-/edit');
    await expect.poll(() => about(first)).toEqual(['-.retail']);
    await first.screen.unmount();

    const drafts = Object.fromEntries(first.drafts);
    const again = await show('/packs/-/edit', { configuration: withoutBuilder, drafts });
    await expect.element(restored()).toBeVisible();
    await expect.element(name()).toHaveValue('For Daniel');
    await button('Next').click();
    await expect.element(tab('Pack Contents')).toHaveAttribute('aria-selected', 'true');
    await expect.element(restored()).not.toBeInTheDocument();
    expect(again.saved.map(({ id }) => id)).toEqual([
      (Object.values(drafts) as { id: string }[]).map(({ id }) => id)[0],
    ]);
    await expect.poll(() => again.drafts.size).toBe(0);
  });

  test.each([
    ['the editor', withoutBuilder],
    ['the builder', inBuilder],
  ])(
    'what was saved just before the power went is not taken for unsaved again: %s',
    async (_, configuration) => {
      const made = { id: 'made', title: 'For Daniel', notes: 'Call first', color: '', ...packWith };
      const draft = { ...made, title: 'For Daniel ', contents: made.pack_data, state: 'new' };
      const world = await show('/packs/new', {
        ...{ configuration, packs: [samplePack(made), ...samplePacks] },
        drafts: { [`pack.${sampleUser.uuid}.-.retail`]: draft },
      });
      await expect.element(button(configuration === withoutBuilder ? 'Next' : 'Save').first()).toBeEnabled();
      await expect.element(restored()).not.toBeInTheDocument();
      await expect.element(unsaved()).not.toBeInTheDocument();
      expect(world.drafts.size).toBe(0);
    },
  );

  test('what was begun goes away with Cancel', async () => {
    const world = await newPack();
    await name().fill('For Daniel');
    await expect.poll(() => world.drafts.size).toBe(1);
    await button('Cancel').click();
    await userEvent.keyboard('{Tab}');
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect.poll(world.at).toBe('/packs');
    await expect.poll(() => world.drafts.size).toBe(0);
    expect(world.saved).toEqual([]);
  });
});
