import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, show, tab } from '#testing/editor-page.ts';
import { sampleChannels, sampleUser } from '#testing/sample-content.ts';
import { documents, samplePack, sampleSignature, words } from '#testing/sample-packs.ts';
import { clearNotices, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  await tablet();
});

/** What comes with the step takes its time on a busy machine. */
const late = { timeout: 15_000 };

const address = '/packs/p/editsend';
const preview = () => page.getByRole('region', { name: 'The page of Offer as the prospect sees it' });
const shown = () => preview().query()?.shadowRoot?.textContent;
const signature = () => page.getByRole('combobox', { name: 'Signature' });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

const poll = { id: 'q', type: 'poll', title: 'Which till?' };
const text = words('w', 'A word', '<p>Eleven cafés.</p>');
const offer = (...elements: object[]) =>
  samplePack({ id: 'p', title: 'Offer', pack_data: JSON.stringify({ version: 2, elements }) });

const team = { ...sampleSignature, id: 'team', title: 'The Velden team', job_title: 'Sales desk' };
const channels = sampleChannels.map((channel) => ({ ...channel, signature: team }));

describe('[PEDIT-03] the preview above the form shows what the prospect sees', () => {
  test('nothing of a section that only the rep is told of, and what the page tells its sender', async () => {
    await show(address, { packs: [offer(poll, text)] });
    await tab('Preview and Send').click();
    await expect.poll(shown, late).toContain('Eleven cafés.');
    expect(shown()).not.toContain('poll');
    expect(shown()).toContain('While this page is open it tells Velden');
    expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1);
    expect(page.getByRole('main').elements()).toHaveLength(1);
  });

  test('what was withdrawn in the words that prospects read of it', async () => {
    const files = JSON.stringify(documents('d', 'Files', ['guide']));
    const gone = JSON.parse(files.replaceAll('"guide"', '"gone"'));
    await show(address, {
      packs: [offer(text, gone)],
      unsendable: [{ id: 'gone', name: 'Old list', because: 'withdrawn' }],
    });
    await tab('Preview and Send').click();
    await expect
      .poll(shown, late)
      .toContain('This is no longer available. Ask the sender for the current version.');
  });

  test('[PSEND-05] the signature that is chosen below it, while what was typed there stays', async () => {
    await show(address, { packs: [offer(text)], channels });
    await tab('Preview and Send').click();
    await expect.poll(shown, late).toContain('Key account manager');
    await field('First name').fill('Daniel');
    await signature().selectOptions('none');
    await expect.poll(shown).not.toContain('Nora Lindqvist');
    expect(shown()).toContain('Eleven cafés.');
    await signature().selectOptions('default');
    await expect.poll(shown).toContain('Sales desk');
    expect(shown()).not.toContain('Key account manager');
    await signature().selectOptions('mine');
    await expect.poll(shown).toContain('Key account manager');
    await expect.element(field('First name')).toHaveValue('Daniel');
  });

  test('[PSEND-05] without a signature of one’s own the channel’s, as the form has it', async () => {
    await show(address, { packs: [offer(text)], channels, signature: null });
    await tab('Preview and Send').click();
    await expect.poll(shown, late).toContain('Sales desk');
    await expect.element(signature()).toHaveValue('default');
  });

  test('[PSEND-05] none where none was chosen at an earlier visit', async () => {
    const world = await show(address, { packs: [offer(text)] });
    await tab('Preview and Send').click();
    await expect.poll(shown, late).toContain('Key account manager');
    await field('First name').fill('Daniel');
    await signature().selectOptions('none');
    await expect.poll(() => world.drafts.get(`message.${sampleUser.uuid}.p`)).toBeDefined();
    await tab('Pack Contents').click();
    await expect.element(button('Next')).toBeVisible();
    await tab('Preview and Send').click();
    await expect.element(field('First name'), late).toHaveValue('Daniel');
    await expect.poll(shown).toContain('Eleven cafés.');
    expect(shown()).not.toContain('Key account manager');
  });
});
