import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  fromMenu,
  packName,
  section,
  showBuilder,
  topSave,
  undoOffered,
} from '#testing/builder-page.ts';
import { box, show as showEditor } from '#testing/editor-page.ts';

beforeEach(() => notifications.clean());

const overtaken = page.getByText(/^This pack was changed elsewhere since you began/);

type Services = Awaited<ReturnType<typeof showBuilder>>['services'];

/** Another window saves the pack. */
async function saveElsewhere({ packs }: Services, id: string, name: string) {
  const pack = (await packs.get(id))!;
  await packs.save({ ...pack, title: name, _meta: { ...pack._meta, edit: name } });
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
