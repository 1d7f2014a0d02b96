import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  addText,
  button,
  openBuilder,
  section,
  sectionTitles,
  showBuilder,
  topSave,
} from '#testing/builder-page.ts';
import { box, name, older, order, show, ticked, withoutBuilder } from '#testing/editor-page.ts';
import { sampleNow, sampleUser } from '#testing/sample-content.ts';
import { contents, documents, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

type World = Awaited<ReturnType<typeof show>>;

const overtaken = page.getByText(/^This pack was changed elsewhere since you began/);
const restored = page.getByText(/^Your unsaved changes from last time are back/);
const saidSaved = page.getByText('Pack saved', { exact: true });
const notes = () => page.getByRole('textbox', { name: 'Notes' });

/** Each save is durable at once or later, in a state of its own; the host answers when it is let go. */
function onSlowLine({ services: { packs } }: World, isWritten: Promise<void> = Promise.resolve()) {
  const answer = Promise.withResolvers<void>();
  const begun: (string | undefined)[] = [];
  const { save } = packs;
  packs.save = async (pack, options = {}) => {
    begun.push(options.began);
    const stored = { ...pack, _meta: { ...pack._meta, push: true, edit: `edit ${begun.length}` } };
    await isWritten;
    const result = await save(stored, options);
    await answer.promise;
    return { ...result, pack: stored };
  };
  return { begun, answer: answer.resolve };
}

/** What lies on the device when the window goes now. */
const deviceOf = ({ drafts, packs }: World) => ({ drafts: Object.fromEntries(drafts), packs: packs() });

const draftsOf = ({ drafts }: World) =>
  [...drafts].map(([key, value]) => [key.split('.').slice(2).join('.'), value]);

describe('[F26] what is done after a save, before the host has answered,', () => {
  test('begins from what was saved, when the builder is opened again', async () => {
    const world = await showBuilder('brightwater');
    onSlowLine(world);
    await addText('First');
    await topSave().click();
    await expect.poll(() => world.saved).toHaveLength(1);
    await addText('Second');
    await expect.poll(() => draftsOf(world)).toMatchObject([['brightwater', { state: 'edit 1' }]]);
    await expect.element(saidSaved).not.toBeInTheDocument();
    await world.screen.unmount();

    const again = await openBuilder('brightwater', samplePackServices(deviceOf(world)));
    const { begun } = onSlowLine(again);
    await expect.element(restored).toBeVisible();
    await expect.element(section('Second')).toBeVisible();
    await expect.element(overtaken).not.toBeInTheDocument();
    await topSave().click();
    await expect.poll(() => begun).toEqual(['edit 1']);
  });

  test('is about the new pack that was saved, which the builder is at by then', async () => {
    const world = await showBuilder('-');
    const { answer } = onSlowLine(world);
    await addText('First');
    await topSave().click();
    await expect.poll(world.at).toMatch(/^\/packs\/[0-9a-f-]{36}\/build$/);
    await addText('Second');
    await expect
      .poll(() => draftsOf(world))
      .toMatchObject([[world.saved[0]?.id, { id: world.saved[0]?.id, state: 'edit 1' }]]);
    await expect.element(saidSaved).not.toBeInTheDocument();
    answer();
    await expect.element(saidSaved).toBeVisible();
    expect(sectionTitles()).toEqual(['First', 'Second']);
  });

  test('begins from what was saved, when the editor is opened again', async () => {
    const world = await show('/packs/older/edit');
    // The editor leaves as soon as all that was chosen is durable.
    const disk = Promise.withResolvers<void>();
    onSlowLine(world, disk.promise);
    await box('M1 Mobile').click();
    await button('Save').click();
    await box('T3 Counter').click();
    disk.resolve();
    await expect.poll(() => world.saved).toHaveLength(1);
    await expect.poll(() => draftsOf(world)).toMatchObject([['older', { state: 'edit 1' }]]);
    await expect.element(saidSaved).not.toBeInTheDocument();
    await world.screen.unmount();

    const again = await show('/packs/older/edit', deviceOf(world));
    const { begun } = onSlowLine(again);
    await expect.element(restored).toBeVisible();
    await expect.element(overtaken).not.toBeInTheDocument();
    await button('Save').click();
    await expect.poll(() => begun).toEqual(['edit 1']);
  });

  test('is about the new pack that was saved in the editor', async () => {
    const world = await show('/packs/-/edit', { configuration: withoutBuilder });
    onSlowLine(world);
    await name().fill('For Daniel');
    await button('Next').click();
    await expect.poll(() => world.saved).toHaveLength(1);
    await box('M1 Mobile').click();
    await expect
      .poll(() => draftsOf(world))
      .toMatchObject([[world.saved[0]?.id, { id: world.saved[0]?.id, state: 'edit 1' }]]);
  });

  test('[PEDIT-10] begins from what was saved, when the page of the details is opened again', async () => {
    const world = await show('/packs/older/details');
    onSlowLine(world);
    await name().fill('First');
    await button('Save').click();
    await expect.poll(() => world.saved).toHaveLength(1);
    await name().fill('Second');
    await expect
      .poll(() => draftsOf(world))
      .toMatchObject([['older.details', { title: { before: 'First', state: 'edit 1' } }]]);
    await expect.element(saidSaved).not.toBeInTheDocument();
    await world.screen.unmount();

    const again = await show('/packs/older/details', deviceOf(world));
    const { begun } = onSlowLine(again);
    await expect.element(name()).toHaveValue('Second');
    await expect.element(overtaken).not.toBeInTheDocument();
    await button('Save').click();
    await expect.poll(() => begun).toEqual(['edit 1']);
  });

  test('[PEDIT-10] is about the copy, where the details became one', async () => {
    const world = await show('/packs/older/details');
    const { packs } = world.services;
    const { save } = packs;
    packs.save = async (pack, options) => {
      const copy = { ...pack, id: 'copy', title: `${pack.title} (my copy)`, _meta: { edit: 'copied' } };
      await save(copy, options);
      return new Promise(() => {});
    };
    await name().fill('First');
    await button('Save').click();
    await expect.poll(world.at).toBe('/packs/copy/details');
    await expect.element(name()).toHaveValue('First (my copy)');
    await notes().fill('Bring a demo unit');
    await expect
      .poll(() => draftsOf(world))
      .toMatchObject([['copy.details', { notes: { state: 'copied' } }]]);
  });
});

test('[F26] Cancel after a save goes back to what was saved, although a large pack is still being read', async () => {
  const world = await showBuilder('brightwater');
  const { begun, answer } = onSlowLine(world);
  answer();
  world.services.packs.medias = () => new Promise(() => {});
  await addText('First');
  await topSave().click();
  await expect.element(saidSaved).toBeVisible();
  await button('Cancel').click();
  await expect.element(page.getByTitle(/^Undo/).first()).toHaveAttribute('aria-disabled', 'true');
  expect(sectionTitles()).toEqual(['The counter', 'A word before we meet', 'First']);
  await addText('Second');
  await topSave().click();
  await expect.poll(() => begun).toEqual([`at ${sampleNow}`, 'edit 1']);
});

describe('[F26] a draft that is left of what was saved', () => {
  const first = documents('one', 'One', ['guide']);
  const pack = samplePack({ id: 'p', title: 'Offer', _meta: { edit: 'saved' } }, contents(first));
  const place = `pack.${sampleUser.uuid}.p`;
  const draft = (title: string) => ({
    ...{ id: 'p', title, notes: '', color: '', began: pack.changed, state: `at ${pack.changed}` },
    contents: writePackData(contents(first)),
  });
  const left = (title: string) => ({ packs: [pack, older], drafts: { [place]: draft(title) } });

  test.each(['Offer', 'Offer '])('is none in the editor, which begins from the pack (%j)', async (title) => {
    const world = await show('/packs/p/edit', left(title));
    const { begun } = onSlowLine(world);
    await expect.poll(order).toHaveLength(2);
    expect(world.drafts.size).toBe(0);
    await box('M1 Mobile').click();
    await expect.poll(() => ticked('M1 Mobile')).toBe('true');
    await expect.element(overtaken).not.toBeInTheDocument();
    await expect.element(restored).not.toBeInTheDocument();
    await button('Save').click();
    await expect.poll(() => begun).toEqual(['saved']);
  });

  test.each(['Offer', 'Offer '])('is none in the builder, either (%j)', async (title) => {
    const world = await openBuilder('p', samplePackServices(left(title)));
    const { begun } = onSlowLine(world);
    await expect.poll(sectionTitles).toEqual(['One']);
    expect(world.drafts.size).toBe(0);
    await addText('Second');
    await expect.element(overtaken).not.toBeInTheDocument();
    await expect.element(restored).not.toBeInTheDocument();
    await topSave().click();
    await expect.poll(() => begun).toEqual(['saved']);
  });
});
