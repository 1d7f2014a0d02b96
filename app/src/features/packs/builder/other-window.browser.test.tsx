import { notifications } from '@mantine/notifications';
import { addTextSection, removeSection } from '@satchel/core/pack/edit-pack.ts';
import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  fromMenu,
  packName,
  section,
  sectionTitles,
  showBuilder,
  topSave,
  undoOffered,
} from '#testing/builder-page.ts';
import { box, show as showEditor, tab } from '#testing/editor-page.ts';

beforeEach(() => notifications.clean());

const notes = () => page.getByRole('textbox', { name: 'Notes' });
const overtaken = page.getByText(/^This pack was changed elsewhere since you began/);

type Services = Awaited<ReturnType<typeof showBuilder>>['services'];

/** Another window saves the pack. */
async function saveElsewhere({ packs }: Services, id: string, name: string) {
  const pack = (await packs.get(id))!;
  await packs.save({ ...pack, title: name, _meta: { ...pack._meta, edit: name } });
}

/** The same with one section more. */
async function extendElsewhere({ packs }: Services, id: string) {
  const pack = (await packs.get(id))!;
  const read = await packs.read(pack.pack_data);
  if (!read.ok) throw new Error(read.because);
  const pack_data = writePackData(addTextSection(read.pack, { title: 'From elsewhere' }));
  await packs.save({ ...pack, pack_data, _meta: { ...pack._meta, edit: 'more' } });
}

/** The same with one section less. */
async function removeElsewhere({ packs }: Services, id: string, sectionId: string) {
  const pack = (await packs.get(id))!;
  const read = await packs.read(pack.pack_data);
  if (!read.ok) throw new Error(read.because);
  const pack_data = writePackData(removeSection(read.pack, sectionId));
  await packs.save({ ...pack, pack_data, _meta: { ...pack._meta, edit: 'less' } });
}

/** From now on a save finds that the pack has become another one. */
function becomesCopy({ packs }: Services) {
  const { save } = packs;
  const begun: (string | undefined)[] = [];
  packs.save = async (pack, options) => {
    begun.push(options?.began);
    const copy = { ...pack, id: 'copy', title: `${pack.title} (my copy)`, _meta: { edit: 'copy' } };
    return { ...(await save(copy)), pack: copy };
  };
  return begun;
}

describe('[F26] a pack that is saved in another window', () => {
  test('is taken over by a builder without unsaved changes, which says so and can take it back', async () => {
    const { services } = await showBuilder('brightwater');
    const before = (await services.packs.get('brightwater'))?.title ?? '';
    await expect.element(packName(before)).toBeVisible();
    await saveElsewhere(services, 'brightwater', 'From the other window');
    await expect.element(packName('From the other window')).toBeVisible();
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
    await undoOffered().click();
    await expect.element(packName(before)).toBeVisible();
    await expect.element(overtaken).not.toBeInTheDocument();
  });

  test('is told of where something is unsaved; what is saved then is a copy, which is open from then on', async () => {
    const { services, at } = await showBuilder('brightwater');
    await fromMenu('The counter', 'Remove');
    await saveElsewhere(services, 'brightwater', 'From the other window');
    await expect.element(overtaken).toBeVisible();
    await expect.element(section('The counter')).not.toBeInTheDocument();
    const begun = becomesCopy(services);
    await topSave().click();
    await expect.poll(at).toBe('/packs/copy/build');
    await expect.element(page.getByRole('heading', { level: 1, name: /\(my copy\)$/ })).toBeVisible();
    expect(begun[0]).not.toBe('From the other window');
    await expect.element(overtaken).not.toBeInTheDocument();
  });

  test('is shown in place of unsaved changes when somebody says so, and they can be had back', async () => {
    const { services } = await showBuilder('brightwater');
    await fromMenu('The counter', 'Remove');
    await saveElsewhere(services, 'brightwater', 'From the other window');
    await button('Drop mine and show it').click();
    await expect.element(packName('From the other window')).toBeVisible();
    await expect.element(section('The counter')).toBeVisible();
    await undoOffered().click();
    await expect.element(section('The counter')).not.toBeInTheDocument();
  });

  test('keeps its new sections when an order is chosen in a dialog that was open meanwhile', async () => {
    const { services } = await showBuilder('brightwater');
    await button('Organise Layout').click();
    await expect.element(button('Move down: The counter')).toBeVisible();
    await extendElsewhere(services, 'brightwater');
    await expect.poll(sectionTitles).toHaveLength(3);
    await button('Move down: The counter').click();
    await button('OK').click();
    await expect.poll(sectionTitles).toEqual(['A word before we meet', 'The counter', 'From elsewhere']);
  });

  test('[PBUILD-07] has what was chosen for a section that was removed there as a section of its own', async () => {
    const { services } = await showBuilder('brightwater');
    await button('Add to The counter').click();
    const dialog = page.getByRole('dialog', { name: 'Add Content To Bundle' });
    await dialog.getByRole('button', { name: /^M1 Mobile/ }).click();
    await dialog.getByRole('checkbox').first().click();
    await removeElsewhere(services, 'brightwater', 'counter');
    await expect.poll(sectionTitles).toEqual(['A word before we meet']);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(sectionTitles).toEqual(['A word before we meet', expect.any(String)]);
    expect(document.querySelectorAll('[data-tile]')).toHaveLength(1);
    await expect
      .element(page.getByText(/ was added as a new section, because the one it was for is gone$/))
      .toBeVisible();
  });

  test('keeps its new name when its notes are written in a dialog that was open meanwhile', async () => {
    const { services, saved } = await showBuilder('brightwater');
    await button('Pack settings').click();
    const named = page.getByRole('dialog').getByRole('textbox', { name: 'Pack name' });
    await expect.element(named).toBeVisible();
    await saveElsewhere(services, 'brightwater', 'Renamed elsewhere');
    await expect.element(named).toHaveValue('Renamed elsewhere');
    await page.getByRole('textbox', { name: 'Notes' }).fill('Ask for Sven.');
    await button('OK').click();
    await topSave().click();
    await expect
      .poll(() => saved.at(-1))
      .toMatchObject({ title: 'Renamed elsewhere', notes: 'Ask for Sven.' });
  });

  test('keeps its new name beside notes that were being typed in a dialog when it came', async () => {
    const { services, saved } = await showBuilder('brightwater');
    await button('Pack settings').click();
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Notes' });
    await field.fill('Ask for');
    await saveElsewhere(services, 'brightwater', 'Renamed elsewhere');
    await expect.element(packName('Renamed elsewhere')).toBeInTheDocument();
    await expect.element(overtaken).not.toBeInTheDocument();
    await field.fill('Ask for Sven.');
    await button('OK').click();
    await topSave().click();
    await expect
      .poll(() => saved.at(-1))
      .toMatchObject({ title: 'Renamed elsewhere', notes: 'Ask for Sven.' });
  });

  test('is told of in the editor, too, where dropping what is unsaved asks first', async () => {
    const { services, at } = await showEditor('/packs/older/edit');
    await box('M1 Mobile').click();
    await saveElsewhere(services, 'older', 'From the other window');
    await expect.element(overtaken).toBeVisible();
    await button('Drop mine and show it').click();
    await button('Keep my changes').click();
    await expect.element(page.getByText('Unsaved changes')).toBeVisible();
    const begun = becomesCopy(services);
    await button('Save').click();
    await expect.poll(at).toBe('/packs/copy/view');
    expect(begun).toHaveLength(1);
  });
});

describe('a pack that is deleted or archived in another window or on another device', () => {
  const gone = page.getByText(/^This pack was deleted or archived elsewhere since you began/);
  const remove = async ({ packs }: Services, id: string) => packs.delete((await packs.get(id))!);

  test('keeps what is unsaved in a builder, and a save brings it back', async () => {
    const { services, saved, packs } = await showBuilder('brightwater');
    await fromMenu('The counter', 'Remove');
    await remove(services, 'brightwater');
    await expect.element(gone).toBeVisible();
    await expect.element(section('A word before we meet')).toBeVisible();
    await expect.element(section('The counter')).not.toBeInTheDocument();
    await topSave().click();
    await expect.poll(() => saved.map(({ id }) => id)).toEqual(['brightwater']);
    await expect.element(gone).not.toBeInTheDocument();
    expect(packs().find(({ id }) => id === 'brightwater')?.pack_data).not.toContain('The counter');
  });

  test('keeps what is unsaved in the editor, too', async () => {
    const { services, at, saved } = await showEditor('/packs/older/edit');
    await box('M1 Mobile').click();
    await remove(services, 'older');
    await expect.element(gone).toBeVisible();
    await button('Save').click();
    await expect.poll(at).toBe('/packs/older/view');
    expect(saved.map(({ id }) => id)).toEqual(['older']);
  });

  test.each([true, false])(
    '[PEDIT-10] keeps what is typed on its page of details, and a save brings it back (packDetailsV2: %s)',
    async (packDetailsV2) => {
      const { services, saved } = await showEditor('/packs/older/details', {
        configuration: { flags: { packDetailsV2 } },
      });
      await notes().fill('He wants two.');
      await remove(services, 'older');
      await expect.element(gone).toBeVisible();
      await expect.element(notes()).toHaveValue('He wants two.');
      await button('Save').click();
      await expect.poll(() => saved).toMatchObject([{ id: 'older', notes: 'He wants two.' }]);
      await expect.element(gone).not.toBeInTheDocument();
      await expect.element(notes()).toHaveValue('He wants two.');
    },
  );

  test.each(['/packs/older/edit', '/packs/older/build', '/packs/older/details', '/packs/older/send'])(
    'is gone from %s where nothing is unsaved',
    async (path) => {
      const { services } = await showEditor(path);
      const first = /send$/.test(path) ? button('Send') : button('Save').first();
      await expect.element(first).toBeVisible();
      await remove(services, 'older');
      await expect.element(page.getByText(/404/)).toBeVisible();
    },
  );

  describe('[PSEND-01] keeps what is typed for a prospect to be copied, and cannot be sent', () => {
    const notSent = page.getByText(
      'This pack was deleted or archived elsewhere and cannot be sent. What you typed is still here.',
    );
    const firstName = page.getByRole('textbox', { name: 'First name' });
    const isKept = async (services: Services) => {
      await firstName.fill('Daniel');
      await remove(services, 'older');
      await expect.element(notSent).toBeVisible();
      await expect.element(gone).not.toBeInTheDocument();
      await expect.element(firstName).toHaveValue('Daniel');
      await expect.element(button('Send')).toBeDisabled();
      await expect.element(button('Link')).toBeDisabled();
    };

    test('on the page that sends it', async () => {
      const { services } = await showEditor('/packs/older/send');
      await isKept(services);
    });

    test('on the last step of the editor', async () => {
      const { services } = await showEditor('/packs/older/editsend');
      await tab('Preview and Send').click();
      await isKept(services);
    });
  });
});
