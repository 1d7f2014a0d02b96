import { devices, type Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { HostClient } from './support/host-client.ts';
import { startHost } from './support/host-process.ts';
import { expectSentOnce } from './support/invariants.ts';
import { test as base, expect } from './support/journey.ts';
import { linkIn } from './support/outgoing.ts';
import { people } from './support/people.ts';
import { pullAbove } from './support/pull-above.ts';
import { Rep } from './support/rep.ts';

/** What the host says of itself, by the names in its environment. */
const test = base.extend<{ flags: Record<string, string> }>({
  flags: [{}, { option: true }],
  host: async ({ mailbox, flags }, use) => {
    const { host, dispose } = await startHost({ smtpUrl: mailbox.url, env: flags });
    await use(host);
    await dispose();
  },
});

const daniel = {
  firstName: 'Daniel',
  lastName: 'Okafor',
  email: 'daniel.okafor@brightwater.example',
  company: 'Brightwater Cafés',
};

/** The editor, by the words on the screen. */
const editor = (page: Page) => ({
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  tab: (name: string) => page.getByRole('tab', { name, exact: true }),
  name: page.getByRole('textbox', { name: 'Name' }),
  notes: page.getByRole('textbox', { name: 'Notes' }),
  filter: page.getByRole('searchbox', { name: 'Filter' }),
  /** Of the tree, a bundle or a file. */
  row: (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) }),
  /** What is in the pack, bundles with their files below them. */
  chosen: page.getByRole('list', { name: 'In this pack, in order' }).getByRole('listitem'),
});

/** Ticks a file that the filter finds. */
async function tickFiltered(page: Page, words: string, file: string) {
  const { filter, row, button } = editor(page);
  await filter.fill(words);
  await row(file).click();
  await expect(row(file)).toBeChecked();
  await button('Clear the filter').click();
}

/** Groups of version 1 as the host has them, of real bundles and documents. */
async function groupsOf(client: HostClient, groups: Record<string, string[]>) {
  const bundles = await client.list('salestool/document_bundle');
  const documents = await client.list('media/document');
  return Object.entries(groups).map(([name, files]) => {
    const { id, type } = bundles.find(({ attributes }) => attributes.title === name) ?? {};
    const children = files.map((name) => {
      const media = documents.find(({ attributes }) => attributes.name === name);
      return { id: media?.id, type: media?.type, name, mediaType: 'Document', url: null, thumbnail: null };
    });
    return { id, type, name, children };
  });
}

/** The same once the app wrote it: with the addresses of the files. */
async function writtenGroups(client: HostClient, groups: Record<string, string[]>) {
  const addresses = {
    url: expect.stringMatching(/^https?:.*\.\w+$/),
    thumbnail: expect.stringMatching(/^https?:/),
  };
  return (await groupsOf(client, groups)).map((group) => ({
    ...group,
    children: group.children.map((child) => ({ ...child, ...addresses })),
  }));
}

const packsCalled = (client: HostClient, title: string) =>
  client.list(`salestool/pack?filter[title]=${encodeURIComponent(title)}`);

test('[NAV-22, PEDIT-04, PEDIT-05, PEDIT-15, PEDIT-17, PEDIT-21] a pack that is made in the editor is on the host as it was written, ticked and ordered', async ({
  page,
  host,
}) => {
  const { button, tab, name, notes, row, chosen } = editor(page);
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);

  await test.step('its details', async () => {
    await rep.open('/packs');
    await page.getByRole('link', { name: 'Create new pack' }).click();
    await expect(page).toHaveURL(/#\/packs\/-\/edit$/);
    await expect(tab('Pack Contents')).toBeDisabled();
    await name.fill('Brightwater Cafés');
    await notes.fill('He haggles.');
    await page.getByRole('textbox', { name: 'Color' }).fill('#1f6683');
    await button('Next').click();
    await expect(page).toHaveURL(/#\/packs\/[0-9a-f-]{36}\/edit$/);
    await expect(tab('Pack Contents')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('its contents', async () => {
    await row('T3 Counter').click();
    await row('T3 Counter product guide').click();
    await row('Brightwater case study').click();
    await tickFiltered(page, 'SECURITY', 'Security note');
    await tickFiltered(page, 'kiosk plan', 'Kiosk planning guide');
    await expect(row('T3 Counter 2 of')).toHaveAttribute('aria-checked', 'mixed');
  });

  await test.step('moved by keys', async () => {
    await button('Move Self-service kiosk').focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Self-service kiosk is lifted. It is 3 of 3.')).toBeAttached();
    // Arrows are listened to from the turn after the lift on.
    await expect(async () => {
      await page.keyboard.press('ArrowUp');
      const said = page.getByText('Self-service kiosk cannot go further. It is 1 of 3.');
      await expect(said).toBeAttached({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect(chosen.first()).toHaveText('Self-service kiosk');
  });

  await test.step('moved by mouse', async () => {
    const guide = chosen.filter({ hasText: 'T3 Counter product guide' });
    await pullAbove(button('Move Brightwater case study'), guide);
    await expect(page.getByText('Brightwater case study would be 1 of 2 in T3 Counter.')).toBeAttached();
    await page.mouse.up();
  });

  const order = [
    ...['Self-service kiosk', 'Kiosk planning guide'],
    ...['T3 Counter', 'Brightwater case study', 'T3 Counter product guide'],
    ...['P2 PIN pad', 'Security note'],
  ];
  await expect(chosen).toHaveText(order);
  await button('Save').click();
  await expect(page).toHaveURL(/\/view$/);

  const client = await HostClient.signIn(host, people.nora);
  const stored = async () => {
    const packs = await packsCalled(client, 'Brightwater Cafés');
    return packs.map(({ attributes: { notes, color, pack_data } }) => ({
      ...{ notes, color, contents: JSON.parse(String(pack_data)) },
    }));
  };
  const contents = await writtenGroups(client, {
    'Self-service kiosk': ['Kiosk planning guide'],
    'T3 Counter': ['Brightwater case study', 'T3 Counter product guide'],
    'P2 PIN pad': ['Security note'],
  });
  // It is on its way when the view shows it.
  await expect.poll(stored).toEqual([{ notes: 'He haggles.', color: '#1f6683', contents }]);

  await test.step('and is shown so again', async () => {
    await page.goto(page.url().replace(/view$/, 'edit'));
    await page.reload();
    await expect(chosen).toHaveText(order);
    await tab('Pack Details').click();
    await expect(name).toHaveValue('Brightwater Cafés');
    await expect(notes).toHaveValue('He haggles.');
  });
});

test('[PEDIT-02, PEDIT-03, PEDIT-05, PEDIT-06, PEDIT-23] what Edit & send changes is what the prospect gets, once', async ({
  page,
  host,
  mailbox,
  browser,
}) => {
  const client = await HostClient.signIn(host, people.nora);
  const before = { 'T3 Counter': ['T3 Counter product guide'], 'M1 Mobile': ['M1 Mobile product sheet'] };
  const pack = await client.makePackOf('Brightwater Cafés', await groupsOf(client, before));
  const { button, tab, notes, chosen } = editor(page);
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.open(`/packs/${pack.id}/view`);
  await page.getByRole('link', { name: 'Edit & send' }).click();
  await expect(page).toHaveURL(/\/editsend$/);

  await test.step('changed', async () => {
    await tab('Pack Details').click();
    await notes.fill('He haggles.');
    await button('Next').click();
    await button('Remove M1 Mobile').click();
    await tickFiltered(page, 'security', 'Security note');
    await expect(chosen).toHaveText([
      ...['T3 Counter', 'T3 Counter product guide', 'P2 PIN pad', 'Security note'],
    ]);
    await button('Next').click();
  });

  const isAsChanged = async (shown: ReturnType<Page['locator']>) => {
    for (const file of ['T3 Counter product guide', 'Security note'])
      await expect(shown.getByRole('heading', { name: file, exact: true })).toBeVisible();
    await expect(shown.getByText('M1 Mobile')).toHaveCount(0);
    await expect(shown.getByText('He haggles.')).toHaveCount(0);
  };
  await test.step('previewed and sent', async () => {
    await expect(tab('Preview and Send')).toHaveAttribute('aria-selected', 'true');
    const preview = page.getByRole('region', {
      name: 'The page of Brightwater Cafés as the prospect sees it',
    });
    await isAsChanged(preview);
    await rep.fillRecipient(daniel);
    await button('Send').click();
    await expect(page.getByText('Pack successfully sent!')).toBeVisible();
  });

  await expectSentOnce({ host, mailbox, person: people.nora }, [daniel.email]);
  const mail = await new PostalMime().parse(mailbox.accepted[0]?.raw ?? '');
  expect(mail.subject).toBe('Brightwater Cafés');
  const [stored, ...others] = await packsCalled(client, 'Brightwater Cafés');
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ id: pack.id, attributes: { notes: 'He haggles.' } });

  await test.step('the prospect reads it', async () => {
    const context = await browser.newContext({ ...devices['Pixel 7'] });
    const prospect = await context.newPage();
    await prospect.goto(linkIn(mail.text ?? ''));
    await expect(prospect.getByRole('heading', { level: 1, name: 'Brightwater Cafés' })).toBeVisible();
    await isAsChanged(prospect.locator('body'));
    await context.close();
  });
});

test.describe('at a host that has the wizard switched on', () => {
  test.use({ flags: { FLAG_PACK_WIZARD: 'true' } });

  test('[NAV-30, NAV-31] a new pack is made step by step, and each step is on the host when the next one comes', async ({
    page,
    host,
  }) => {
    const { button, name, row, chosen } = editor(page);
    const step = (of: string) => page.getByRole('region', { name: of, exact: true });
    const client = await HostClient.signIn(host, people.nora);
    const stored = async () =>
      (await packsCalled(client, 'Step by step')).map(({ attributes }) =>
        JSON.parse(String(attributes.pack_data)),
      );
    const rep = new Rep(page);
    await rep.signInToChannel(people.nora);
    await rep.open('/packs');
    await page.getByRole('link', { name: 'Create new pack' }).click();
    await expect(page).toHaveURL(/#\/packs\/-\/wizard$/);
    await expect(step('Pack Details')).toBeVisible();
    await name.fill('Step by step');
    await button('Next').click();

    await expect(page).toHaveURL(/#\/packs\/[0-9a-f-]{36}\/wizard$/);
    await expect(step('Pack Contents')).toBeVisible();
    await expect.poll(stored).toEqual([[]]);
    await row('T3 Counter').click();
    await row('T3 Counter product guide').click();
    await button('Next').click();

    await expect(step('Preview and Send')).toBeVisible();
    const contents = await writtenGroups(client, { 'T3 Counter': ['T3 Counter product guide'] });
    await expect.poll(stored).toEqual([contents]);
    await page.reload();
    await expect(step('Pack Details')).toBeVisible();
    await expect(name).toHaveValue('Step by step');
    await button('Next').click();
    await expect(chosen).toHaveText(['T3 Counter', 'T3 Counter product guide']);
  });
});

test('[NAV-30, NAV-35] at a host that has no wizard its address leads nowhere, and Edit & send leads to the editor', async ({
  page,
  host,
}) => {
  const client = await HostClient.signIn(host, people.nora);
  const pack = await client.makePack('Brightwater Cafés');
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  for (const id of ['-', pack.id]) {
    await rep.open(`/packs/${id}/wizard`);
    await expect(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
  }
  await rep.open(`/packs/${pack.id}/view`);
  await expect(page.getByRole('link', { name: 'Edit & send' })).toHaveAttribute('href', /\/editsend$/);
});
