import { addTextSection } from '@satchel/core/pack/edit-pack.ts';
import { emptyPack } from '@satchel/core/pack/pack-data.ts';
import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { MessageRecord } from '#storage/records.ts';
import { button, section } from '#testing/builder-page.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePack, samplePackServices, words } from '#testing/sample-packs.ts';
import {
  clearNotices,
  expectCleanAtEveryWidth,
  motionEnds,
  setColorScheme,
  showWorld,
} from '#testing/show-app.tsx';

beforeEach(clearNotices);

const pack_data = JSON.stringify({ version: 2, elements: [words('word', 'A word', '<p>Hello</p>')] });
const archived = samplePack({ id: 'old', title: 'Three harbours', archived: true, pack_data });
const live = { ...archived, archived: false };
const message: MessageRecord = {
  ...{ id: 'm', type: 'salestool--message', ownerId: sampleUser.uuid, sent: true, subject: 'Offer' },
  ...{ first_name: 'Daniel', last_name: 'Okafor', date_sent: 1_763_000_000, delivery: 'sent' },
  pack: { type: 'salestool--pack', id: 'old' },
};
const flags = { packWizard: true };
const show = (place: string, { packs = [archived], ...options }: SamplePackOptions = {}) =>
  showWorld(
    `/packs/old/${place}`,
    samplePackServices({ packs, messages: [message], configuration: { flags }, ...options }),
  );

const plain = 'This pack is archived. It is in no list, and cannot be changed or sent.';
const told = page.getByText(`${plain} Clone it to go on with a copy.`, { exact: true });
const gone = page.getByText(/^This pack was deleted or archived elsewhere/);
const overtaken = page.getByText(/^This pack was changed elsewhere since you began/);
const main = () => page.getByRole('main');
const offered = () =>
  [...main().getByRole('button').elements(), ...main().getByRole('link').elements()].map((element) =>
    (element.textContent ?? '').trim(),
  );
const changing = /^(Edit|Build|Send|Archive|Delete|Save)/;

describe('[PLIST-07] an archived pack that is reached by its address', () => {
  test('is shown, says that it is archived, and can be cloned and nothing else', async () => {
    const { at } = await show('view');
    await expect.element(told).toBeVisible();
    expect(offered().filter((name) => changing.test(name))).toEqual([]);
    await button('Clone').click();
    await page.getByRole('dialog').getByRole('textbox').fill('Four harbours');
    await button('OK').click();
    await expect.element(page.getByText('Pack cloned OK')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Four harbours' })).toBeVisible();
    expect(at()).not.toBe('/packs/old/view');
    await expect.element(told).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Send', exact: true })).toBeVisible();
  });

  test.each([true, false])(
    'says so on its details, which keep to whom it went (with the page of its own: %s)',
    async (packDetailsV2) => {
      const { at } = await show('details', { configuration: { flags: { ...flags, packDetailsV2 } } });
      await expect.element(told).toBeVisible();
      if (packDetailsV2) await expect.element(button('Daniel Okafor')).toBeVisible();
      expect(offered().filter((name) => changing.test(name))).toEqual([]);
      await expect.element(main().getByRole('textbox')).not.toBeInTheDocument();
      await button('Clone').click();
      await page.getByRole('dialog').getByRole('textbox').fill('Four harbours');
      await button('OK').click();
      await expect.element(page.getByRole('heading', { level: 1, name: 'Four harbours' })).toBeVisible();
      expect(at()).toMatch(/^\/packs\/.+\/view$/);
    },
  );

  test.each(['edit', 'editsend', 'wizard', 'build', 'send'])(
    'leads from packs/{id}/%s to its view',
    async (place) => {
      const { at } = await show(place);
      await expect.element(told).toBeVisible();
      expect(at()).toBe('/packs/old/view');
    },
  );

  test('has a message that was refused before corrected from what waits, not from its details', async () => {
    const form = {
      ...{ firstName: 'Daniel', lastName: 'Okafor', email: 'daniel@brightwater', company: '' },
      ...{ subject: 'Offer', messageHtml: '', contactPermission: true, memo: '', signature: 'none' as const },
    };
    const refused = { id: 'm', form, reason: 'email: This value is not a valid email address.' };
    const waits = { type: 'salestool--message', title: '', subtitle: '', updated: 0 } as const;
    const item = { ...waits, id: 'm', packId: 'old', state: 'refused', reason: refused.reason } as const;
    const { history, at } = await show('send?message=m', { refused, waiting: [item] });
    await expect.element(page.getByText(/did not take this message/)).toBeVisible();
    expect(at()).toBe('/packs/old/send');
    history.push('/packs/old/details');
    await button('Daniel Okafor').click();
    await expect.element(button('Cancel message')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Edit', exact: true })).not.toBeInTheDocument();
  });

  test('offers no copy where none may be made', async () => {
    const configuration = { flags: { ...flags, packNoEdit: true } };
    const { screen } = await show('view', { configuration });
    await expect.element(page.getByText(plain, { exact: true })).toBeVisible();
    await expect.element(button('Clone')).not.toBeInTheDocument();
    await screen.unmount();
    await show('details', { configuration });
    await expect.element(page.getByText(plain, { exact: true })).toBeVisible();
    await expect.element(button('Clone')).not.toBeInTheDocument();
  });

  test('says nothing of that while it is not archived', async () => {
    const { history } = await show('view', { packs: [live] });
    await expect.element(page.getByRole('link', { name: 'Send', exact: true })).toBeVisible();
    await expect.element(told).not.toBeInTheDocument();
    history.push('/packs/old/details');
    await expect.element(main().getByRole('textbox', { name: 'Name' })).toBeVisible();
    await expect.element(told).not.toBeInTheDocument();
    await expect.element(button('Clone')).not.toBeInTheDocument();
  });

  test('is not offered for sending by its reports', async () => {
    const reports = { 'pack/old/recipients': { title: 'Recipients', columns: [], rows: [], total: 0 } };
    await show('reports', { reports });
    await expect.element(page.getByRole('link', { name: 'Pack details', exact: true })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Send', exact: true })).not.toBeInTheDocument();
  });

  test('axe finds nothing on its view and its details', async () => {
    for (const place of ['view', 'details']) {
      for (const scheme of ['light', 'dark'] as const) {
        setColorScheme(scheme);
        const { screen } = await show(place);
        await expect.element(told).toBeVisible();
        await expectCleanAtEveryWidth();
        await screen.unmount();
      }
    }
    setColorScheme('light');
  });
});

describe('[PLIST-07] unsaved work on a pack that is archived by now', () => {
  const place = `pack.${sampleUser.uuid}.old`;
  const left = {
    ...{ id: 'old', title: 'Three harbours', notes: 'Ask for Sven.', color: '' },
    ...{ began: 1_790_000_000_000, state: 'at 1790000000000', channel: 'retail' },
    contents: writePackData(addTextSection(emptyPack, { title: 'What we agreed' })),
  };

  test('is shown in the builder to be kept as a copy, and once it is dropped the pack', async () => {
    const { at } = await show('build', { drafts: { [place]: left } });
    await expect.element(overtaken).toBeVisible();
    await expect.element(section('What we agreed')).toBeVisible();
    await button('Drop mine and show it').click();
    await expect.element(told).toBeVisible();
    expect(at()).toBe('/packs/old/view');
  });

  test.each(['build', 'details'])(
    'stays on its page once it is saved, however late the pack comes out of the database: %s',
    async (page_) => {
      const notes = { value: 'Ask for Sven.', before: '', state: 'at 1790000000000' };
      const drafts = page_ === 'build' ? { [place]: left } : { [`${place}.details`]: { notes } };
      const world = samplePackServices({ packs: [archived], drafts });
      world.services.packs.save = async (pack, { onDurable } = {}) => {
        const saved = { ...pack, archived: false, changed: (pack.changed ?? 0) + 1 };
        await onDurable?.(saved);
        return { savedLocally: true, savedRemotely: true, failure: null, pack: saved };
      };
      const { at } = await showWorld(`/packs/old/${page_}`, world);
      await button('Save').first().click();
      await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
      await motionEnds();
      await expect.element(told).not.toBeInTheDocument();
      await expect.element(gone).not.toBeInTheDocument();
      expect(at()).toBe(`/packs/old/${page_}`);
      await expect
        .element(page_ === 'build' ? section('What we agreed') : page.getByRole('textbox', { name: 'Notes' }))
        .toBeVisible();
    },
  );

  test('is shown in the editor as well', async () => {
    const { at, drafts } = await show('edit', { drafts: { [place]: left } });
    await expect.element(overtaken).toBeVisible();
    await button('Drop mine and show it').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop mine and show it' }).click();
    await expect.element(told).toBeVisible();
    expect(at()).toBe('/packs/old/view');
    await expect.poll(() => drafts.size).toBe(0);
  });

  test('is shown over its details, and a save brings the pack back', async () => {
    const notes = { value: 'Ask for Sven.', before: '', state: 'at 1790000000000' };
    const { saved } = await show('details', { drafts: { [`${place}.details`]: { notes } } });
    await expect.element(gone).toBeVisible();
    await expect.element(told).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Ask for Sven.');
    await button('Save').click();
    await expect.poll(() => saved.map(({ id, notes }) => [id, notes])).toEqual([['old', 'Ask for Sven.']]);
  });

  test('is still there for a prospect, and cannot be sent', async () => {
    const first = await show('send', { packs: [live] });
    await page.getByRole('textbox', { name: 'First name', exact: true }).fill('Daniel');
    await expect.poll(() => first.drafts.size).toBe(1);
    const drafts = Object.fromEntries(first.drafts);
    await first.screen.unmount();
    const { at } = await show('send', { drafts });
    await expect.element(gone).toBeVisible();
    await expect
      .element(page.getByRole('textbox', { name: 'First name', exact: true }))
      .toHaveValue('Daniel');
    await expect.element(button('Send')).toBeDisabled();
    expect(at()).toBe('/packs/old/send');
  });
});
