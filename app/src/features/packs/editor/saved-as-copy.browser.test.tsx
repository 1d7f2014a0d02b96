import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draftsDevice } from '#testing/drafts-device.ts';
import { box, button, name, older, order, show as showPage, title } from '#testing/editor-page.ts';
import { holdWrites } from '#testing/held-save.ts';
import { savesIntoCopies } from '#testing/saved-as-copy.ts';
import { clearNotices, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

const overtaken = page.getByText(/^This pack was changed elsewhere since you began/);
const unsaved = page.getByText('Unsaved changes', { exact: true });
const notes = () => page.getByRole('textbox', { name: 'Notes' });

const copy = { ...older, id: 'copy', title: 'Older pack (my copy)', _meta: { edit: 'edit 0' } };

/** A pack and a copy of it, with the drafts of a device. */
async function show(path: string) {
  const world = await showPage('/packs', { packs: [copy, older] });
  world.services.drafts = draftsDevice().drafts;
  world.history.push(path);
  return { ...world, ...savesIntoCopies(world) };
}

type World = Awaited<ReturnType<typeof show>>;

async function leaveFor({ history }: World, path: string) {
  history.push(path);
  await button('Leave').click();
}

/** Saves what is unsaved of the pack, which is another one elsewhere by then. */
async function save({ isChangedElsewhere, ...world }: World, meanwhile: () => Promise<unknown>) {
  await isChangedElsewhere('older');
  const write = holdWrites(world);
  await button('Save').click();
  await meanwhile();
  write.letGo();
}

describe('[F26] a save that goes into the copy of a pack leaves what an earlier visit left unsaved in that copy for the next one', () => {
  /** M1 Mobile is all of it that is in the pack; what was left has the counter as well. */
  async function leaveCopy() {
    const world = await show('/packs/copy/edit');
    await expect.poll(order).toHaveLength(5);
    await box('T3 Counter').click();
    await expect.poll(order).toHaveLength(6);
    await leaveFor(world, '/packs/older/edit');
    await expect.element(title('Older pack')).toBeVisible();
    await box('M1 Mobile').click();
    await expect.poll(order).toHaveLength(6);
    return world;
  }
  const expectLeft = async (world: World) => {
    world.history.push('/packs');
    await expect.element(title('Packs')).toBeVisible();
    world.history.push('/packs/copy/edit');
    await expect.element(overtaken).toBeVisible();
    await expect.poll(order).toContain('Pitch deck for cafés');
    expect(order()).not.toContain('Brightwater case study');
  };

  test('in the editor', async () => {
    const world = await leaveCopy();
    await save(world, async () => {});
    await expect.poll(world.at).toBe('/packs/copy/view');
    await expectLeft(world);
  });

  test('in the editor that goes on as the copy, under its name, with what was chosen during the save', async () => {
    const world = await leaveCopy();
    await save(world, async () => {
      await button('Remove Price list').click();
      await expect.poll(order).toHaveLength(5);
    });
    await expect.poll(world.at).toBe('/packs/copy/edit');
    await expect.element(title('Older pack (my copy)')).toBeVisible();
    await expect.element(unsaved).toBeVisible();
    expect(order()).not.toContain('Price list');
    await button('Save').click();
    await expect.poll(world.at).toBe('/packs/copy/view');
    expect(world.begun.at(-1)).toEqual(['copy', 'edit 1']);
    expect(world.saved.at(-1)).toMatchObject({ id: 'copy', title: 'Older pack (my copy)' });
    await expectLeft(world);
  });

  test.each([null, 'Typed meanwhile.'])(
    '[PEDIT-10] on the page of details; typed during the save: %s',
    async (typed) => {
      const world = await show('/packs/copy/details');
      await notes().fill('Left in the copy.');
      await leaveFor(world, '/packs/older/details');
      await expect.element(name()).toHaveValue('Older pack');
      await name().fill('Renamed here');
      await save(world, async () => {
        if (typed !== null) await notes().fill(typed);
      });
      await expect.poll(world.at).toBe('/packs/copy/details');
      await expect.element(name()).toHaveValue('Renamed here (my copy)');
      if (typed !== null) {
        await expect.element(notes()).toHaveValue(typed);
        await button('Save').click();
        await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
        world.history.push('/packs');
        await expect.element(title('Packs')).toBeVisible();
        world.history.push('/packs/copy/details');
      }
      await expect.element(notes()).toHaveValue('Left in the copy.');
    },
  );
});
