import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  addText,
  button,
  filesOf,
  fromMenu,
  openBuilder,
  packName,
  section,
  sectionsOf,
  sectionTitles,
  topSave,
} from '#testing/builder-page.ts';
import { draftsDevice } from '#testing/drafts-device.ts';
import { holdReads, holdWrites } from '#testing/held-save.ts';
import { contents, samplePack, samplePackServices, samplePacks, words } from '#testing/sample-packs.ts';
import { savesIntoCopies } from '#testing/saved-as-copy.ts';
import { clearNotices, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

const overtaken = page.getByText(/^This pack was changed elsewhere since you began/);
const restored = page.getByText(/^Your unsaved changes from last time are back/);
const unsaved = page.getByText('Unsaved changes', { exact: true });
const undo = () => page.getByTitle(/^Undo/).first();

const copy = samplePack(
  { id: 'copy', title: 'Brightwater Cafés (my copy)', _meta: { edit: 'edit 0' } },
  contents(words('word', 'A word before we meet', '<p>Hello</p>')),
);

/** The builder of a pack that was changed elsewhere, with the drafts of a device. */
async function show(id = 'brightwater') {
  const world = samplePackServices({ packs: [copy, ...samplePacks] });
  const shown = await openBuilder(id, {
    ...world,
    services: Object.assign(world.services, { drafts: draftsDevice().drafts }),
  });
  return { ...shown, ...savesIntoCopies(world) };
}

type World = Awaited<ReturnType<typeof show>>;

async function leaveFor({ history }: World, path: string) {
  history.push(path);
  await button('Leave').click();
}

/** Something is unsaved of a pack that becomes another one then. */
async function isOvertaken({ isChangedElsewhere }: World) {
  await fromMenu('The counter', 'Remove');
  await isChangedElsewhere('brightwater');
  await expect.element(overtaken).toBeVisible();
}

describe('[F26] a save that goes into the copy of a pack', () => {
  test.each([[[]], [['Typed meanwhile']]])(
    'leaves what an earlier visit left unsaved in that copy for the next one; typed during the save: %j',
    async (typed) => {
      const world = await show('copy');
      await addText('Left in the copy');
      await leaveFor(world, '/packs/brightwater/build');
      await expect.element(section('The counter')).toBeVisible();
      await isOvertaken(world);
      const write = holdWrites(world);
      await topSave().click();
      for (const title of typed) await addText(title);
      write.letGo();
      await expect.poll(world.at).toBe('/packs/copy/build');
      await expect.poll(sectionTitles).toEqual(['A word before we meet', ...typed]);

      for (const title of typed) {
        await leaveFor(world, '/packs');
        await expect.element(packName('Packs')).toBeVisible();
        world.history.push('/packs/copy/build');
        await expect.element(restored).toBeVisible();
        await expect.element(section(title)).toBeVisible();
        await topSave().click();
        await expect.element(unsaved).not.toBeInTheDocument();
      }
      world.history.push('/packs');
      await expect.element(packName('Packs')).toBeVisible();
      world.history.push('/packs/copy/build');
      await expect.element(section('Left in the copy')).toBeVisible();
      await expect.element(overtaken).toBeVisible();
    },
  );

  test('goes on as that copy, with the dialog that was opened meanwhile, what is typed in it, and the hand', async () => {
    const world = await show();
    await isOvertaken(world);
    const write = holdWrites(world);
    await topSave().click();
    await button('Pack settings').click();
    const notes = page.getByRole('dialog').getByRole('textbox', { name: 'Notes' });
    await notes.fill('Ask for Sven.');
    const field = notes.element();
    write.letGo();
    await expect.poll(world.at).toBe('/packs/copy/build');
    await expect.element(packName('Brightwater Cafés (my copy)')).toBeInTheDocument();
    expect(notes.element()).toBe(field);
    await expect.element(notes).toHaveValue('Ask for Sven.');
    await expect.element(notes).toHaveFocus();
    await button('OK').click();
    await expect.element(topSave()).toBeEnabled();
    await topSave().click();
    await expect
      .poll(() => world.begun)
      .toEqual([
        ['brightwater', `at ${samplePacks[0]?.changed}`],
        ['copy', 'edit 1'],
      ]);
    expect(world.saved.at(-1)).toMatchObject({
      id: 'copy',
      title: 'Brightwater Cafés (my copy)',
      notes: 'Ask for Sven.',
    });
    await expect.element(unsaved).not.toBeInTheDocument();
    await expect.element(overtaken).not.toBeInTheDocument();
  });

  test('goes on with what was typed meanwhile, not as with that of an earlier visit, and with its way back', async () => {
    const world = await show();
    await isOvertaken(world);
    const write = holdWrites(world);
    await topSave().click();
    await addText('Typed meanwhile');
    write.letGo();
    await expect.poll(world.at).toBe('/packs/copy/build');
    await expect.element(packName('Brightwater Cafés (my copy)')).toBeVisible();
    await expect.element(unsaved).toBeVisible();
    await expect.element(restored).not.toBeInTheDocument();
    for (let step = 0; step < 3; step += 1) await undo().click();
    await expect.poll(sectionTitles).toEqual(['The counter', 'A word before we meet']);
    await expect.element(packName('Brightwater Cafés (my copy)')).toBeVisible();
    await topSave().click();
    await expect.poll(() => world.begun.at(-1)).toEqual(['copy', 'edit 1']);
    await expect.element(unsaved).not.toBeInTheDocument();
    expect(world.saved.at(-1)?.title).toBe('Brightwater Cafés (my copy)');
    expect(sectionsOf(world.packs().find(({ id }) => id === 'copy'))).toHaveLength(2);
  });

  test('shows the files of the pack that it was, without reading them one by one until those of the copy are there', async () => {
    const world = await show();
    const asked: string[] = [];
    const { mediasById } = world.services.packs;
    world.services.packs.mediasById = (ids) => {
      asked.push(...ids);
      return mediasById(ids);
    };
    await addText('Typed first');
    await world.isChangedElsewhere('brightwater');
    await expect.element(overtaken).toBeVisible();
    const reads = holdReads(world);
    await topSave().click();
    await expect.poll(world.at).toBe('/packs/copy/build');
    await expect.element(packName('Brightwater Cafés (my copy)')).toBeVisible();
    expect(filesOf('The counter')).toHaveLength(4);
    reads.letGo();
    await expect.poll(reads.done).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });

  test('may be followed by one that goes into a copy of the copy, with the hand where it was', async () => {
    const world = await show();
    await isOvertaken(world);
    await topSave().click();
    await expect.poll(world.at).toBe('/packs/copy/build');
    await expect.element(overtaken).not.toBeInTheDocument();
    await addText('Typed later');
    await world.isChangedElsewhere('copy');
    await expect.element(overtaken).toBeVisible();
    await topSave().click();
    await expect.poll(world.at).toBe('/packs/copy-2/build');
    await expect.element(overtaken).not.toBeInTheDocument();
    await expect.element(topSave()).toHaveFocus();
    await expect.poll(sectionTitles).toEqual(['A word before we meet', 'Typed later']);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(sectionTitles).not.toContain('Typed later');
  });
});
