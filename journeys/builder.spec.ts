import { devices, type Page } from '@playwright/test';
import { asPerson } from './support/as-person.ts';
import { deviceRows } from './support/device-store.ts';
import { HostClient } from './support/host-client.ts';
import { test as base, expect } from './support/journey.ts';
import { type KillableBrowser, onDisk } from './support/killable-browser.ts';
import { people } from './support/people.ts';
import { pullAbove } from './support/pull-above.ts';
import { Rep } from './support/rep.ts';
import { writtenRecords } from './support/written-records.ts';

const test = base.extend<{ browserOnDisk: KillableBrowser }>(onDisk);

/** The builder, by the words on the screen. */
function builder(page: Page) {
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  return {
    section,
    grip: (name: string) => section(name).getByRole('button', { name: `Move ${name}`, exact: true }),
    /** Those of the sections, from top to bottom. */
    titles: page.locator('section[data-section]').getByRole('heading', { level: 2 }),
    addBundle: (name: string) =>
      page.getByRole('button', { name: new RegExp(`^${name}.*add as a section$`) }).click(),
    text: page.getByRole('button', { name: 'Text', exact: true }),
    undo: page.getByTitle(/^Undo/),
    redo: page.getByTitle(/^Redo/),
  };
}

/** What a host holds of packs of that name: titles of their sections, in order. */
async function sectionsOf(client: HostClient, title: string) {
  const packs = await client.list(`salestool/pack?filter[title]=${encodeURIComponent(title)}`);
  return packs.map(({ attributes }) => {
    const { elements } = JSON.parse(String(attributes.pack_data)) as { elements: { title: string }[] };
    return elements.map((element) => element.title);
  });
}

test('[PBUILD-03, PBUILD-06, PBUILD-10] sections that are added, carried, removed and brought back are on the host as they stand when they are saved', async ({
  page,
  host,
}) => {
  const { section, grip, titles, addBundle, text, undo, redo } = builder(page);
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);

  await test.step('added from the palette', async () => {
    await rep.open('/packs/-/build');
    await rep.renamePack('Brightwater Cafés');
    await text.click();
    await rep.nameNewSection('A word before we meet');
    for (const bundle of ['P2 PIN pad', 'M1 Mobile', 'Tap on phone']) {
      await addBundle(bundle);
      await expect(section(bundle)).toBeVisible();
    }
    await expect(titles).toHaveText(['A word before we meet', 'P2 PIN pad', 'M1 Mobile', 'Tap on phone']);
  });

  await test.step('carried by mouse in Organise Layout', async () => {
    await page.getByRole('button', { name: 'Organise Layout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Organise Layout' });
    const rows = dialog.getByRole('listitem');
    await pullAbove(dialog.getByRole('button', { name: 'Move Tap on phone' }), rows.first());
    await expect(page.getByText('Tap on phone goes before A word before we meet')).toBeAttached();
    await page.mouse.up();
    await expect(dialog.getByText('Tap on phone is now 1 of 4')).toBeVisible();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(titles).toHaveText(['Tap on phone', 'A word before we meet', 'P2 PIN pad', 'M1 Mobile']);
  });

  await test.step('carried by keys on the page', async () => {
    await grip('M1 Mobile').focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('M1 Mobile is lifted from 4 of 4')).toBeAttached();
    // Arrows are listened to from the turn after the lift on.
    await expect(async () => {
      await page.keyboard.press('ArrowUp');
      const said = page.getByText('M1 Mobile goes before Tap on phone');
      await expect(said).toBeAttached({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect(titles).toHaveText(['M1 Mobile', 'Tap on phone', 'A word before we meet', 'P2 PIN pad']);
  });

  const left = ['M1 Mobile', 'Tap on phone', 'P2 PIN pad'];
  await test.step('removed, brought back and removed again', async () => {
    await page.getByRole('button', { name: 'Menu of A word before we meet' }).click();
    await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
    await expect(titles).toHaveText(left);
    await undo.click();
    await expect(titles).toHaveText(['M1 Mobile', 'Tap on phone', 'A word before we meet', 'P2 PIN pad']);
    await redo.click();
    await expect(titles).toHaveText(left);
  });

  await rep.savePack();
  const client = await HostClient.signIn(host, people.nora);
  // It is on its way when it has left the window.
  await expect.poll(() => sectionsOf(client, 'Brightwater Cafés')).toEqual([left]);
});

test.describe('a rep whose visits would count', () => {
  const { userAgent } = devices['Desktop Chrome'];
  test.use({ userAgent });

  test('a preview at the width of a phone shows the pack as it was built, and the host counts no visit', async ({
    page,
    context,
    host,
    browser,
  }) => {
    await asPerson(context);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const rep = new Rep(page);
    await rep.signInToChannel(people.nora);
    await rep.buildPack({
      ...{ name: 'Brightwater Cafés', title: 'A word before we meet' },
      ...{ text: 'See you on Thursday', bundle: 'M1 Mobile' },
    });
    const client = await HostClient.signIn(host, people.nora);
    await expect.poll(() => sectionsOf(client, 'Brightwater Cafés')).toHaveLength(1);
    const [pack] = await client.list('salestool/pack?filter[title]=Brightwater Cafés');
    const { id } = await client.makeLink(String(pack?.id), { subject: 'Brightwater Cafés' });
    const message = async () =>
      (await client.list('salestool/message')).find((record) => record.id === id)?.attributes;

    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true');
    const shown = page.frameLocator('iframe[title="Brightwater Cafés as the prospect sees it"]');
    await expect(shown.getByText('See you on Thursday')).toBeVisible();
    await expect(shown.getByRole('heading', { name: 'M1 Mobile product sheet' })).toBeVisible();
    await expect.poll(() => shown.locator('body').evaluate(() => innerWidth)).toBe(390);
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toBeHidden();
    expect(asked.filter((path) => path.startsWith('/p/'))).toEqual([]);

    await test.step('and a visit after it is the first', async () => {
      expect(await message()).toMatchObject({ opened: 0 });
      const visit = await browser.newContext({ userAgent });
      await asPerson(visit);
      const prospect = await visit.newPage();
      await prospect.goto(String((await message())?.link));
      await expect(prospect.getByText('See you on Thursday')).toBeVisible();
      await prospect.mouse.wheel(0, 200);
      await prospect.waitForRequest(
        (request) => request.url().endsWith('/views') && request.method() === 'POST',
      );
      await visit.close();
      await expect.poll(async () => (await message())?.opened).toBe(1);
    });
  });
});

test('what was built and not saved comes back after a power cut, and reaches the host once it is saved', async ({
  browserOnDisk,
  host,
}) => {
  const client = await HostClient.signIn(host, people.nora);
  const pack = await client.makePack('Brightwater Cafés');
  const stored = () => sectionsOf(client, 'Brightwater Cafés');
  const saved = ['A word before we meet'];
  let rep = await browserOnDisk.open();
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();
  rep = await browserOnDisk.reopen();

  await test.step('built', async () => {
    const { page } = rep;
    const { text } = builder(page);
    await rep.open(`/packs/${pack.id}/build`);
    await text.click();
    await rep.nameNewSection('What we agreed on');
    await page.getByRole('textbox', { name: 'What we agreed on' }).click();
    await page.keyboard.type('Two terminals from March');
    const drafts = async () => JSON.stringify(await deviceRows(page, 'drafts'));
    await expect.poll(drafts).toContain('Two terminals from March');
    await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  });
  await browserOnDisk.kill();

  rep = await browserOnDisk.open();
  await test.step('restored', async () => {
    const { section, titles } = builder(rep.page);
    await rep.open(`/packs/${pack.id}/build`);
    await expect(rep.page.getByText('Your unsaved changes from last time are back.')).toBeVisible();
    await expect(titles).toHaveText([...saved, 'What we agreed on']);
    await expect(section('What we agreed on').getByText('Two terminals from March')).toBeVisible();
  });
  await rep.settled();
  expect(await stored()).toEqual([saved]);

  await test.step('saved', async () => {
    const written = writtenRecords(rep.page);
    await rep.savePack();
    await expect.poll(stored).toEqual([[...saved, 'What we agreed on']]);
    await rep.settled();
    expect(written.map(({ method, id }) => [method, id])).toEqual([['PATCH', pack.id]]);
    const packs = await client.list('salestool/pack');
    const [kept] = packs.filter(({ id }) => id === pack.id);
    expect(kept?.attributes.pack_data).toContain('Two terminals from March');
    expect(await deviceRows(rep.page, 'drafts')).toEqual([]);
  });
});
