import { deviceRows, putDeviceRows } from './support/device-store.ts';
import { HostClient, type HostRecord } from './support/host-client.ts';
import { expect, test } from './support/journey.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';
import { writtenRecords } from './support/written-records.ts';

const anyId = expect.stringMatching(/./);

test('[PDATA-01, PDATA-02, PDATA-03, PDATA-04, PDATA-06, PDATA-07] a pack of groups is viewed as it is, and the builder saves it as sections', async ({
  page,
  host,
}) => {
  const client = await HostClient.signIn(host, people.nora);
  const bundles = await client.list('salestool/document_bundle');
  const documents = await client.list('media/document');
  const group = (bundle: string, ...names: string[]) => {
    const found = bundles.find(({ attributes }) => attributes.title === bundle);
    const children = names.map((name) => {
      const media = documents.find(({ attributes }) => attributes.name === name);
      return { id: media?.id, type: media?.type, name, mediaType: 'Document', url: null, thumbnail: null };
    });
    return { id: found?.id, type: found?.type, name: bundle, children };
  };
  const groups = [
    group('T3 Counter', 'T3 Counter product guide'),
    group('M1 Mobile', 'M1 Mobile product sheet'),
  ];
  const pack = await client.makePackOf('Brightwater Cafés', groups);
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);

  await test.step('viewed', async () => {
    await rep.open(`/packs/${pack.id}/view`);
    const shown = page.getByRole('region', { name: 'The page of Brightwater Cafés as the prospect sees it' });
    for (const { name, children } of groups) {
      const part = shown.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
      await expect(part.locator('.media')).toHaveCount(1);
      await expect(part.getByRole('heading', { name: String(children[0]?.name), exact: true })).toBeVisible();
    }
  });

  const written = writtenRecords(page);
  await test.step('built', async () => {
    await rep.open(`/packs/${pack.id}/build`);
    const section = page.getByRole('region', { name: 'M1 Mobile', exact: true });
    await expect(section.getByText('M1 Mobile product sheet')).toBeVisible();
    await page.getByRole('button', { name: 'Menu of M1 Mobile', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Hide title', exact: true }).click();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await rep.nameNewSection('A word before we meet');
    await page.getByRole('textbox', { name: 'A word before we meet' }).click();
    await page.keyboard.type('See you on Thursday');
    await page.getByRole('button', { name: /^P2 PIN pad.*add as a section$/ }).click();
    await rep.savePack();
    await expect.poll(() => written.length).toBe(1);
  });

  const titled = (title: string, hideTitle = false) => ({
    ...{ id: anyId, title, showTitle: !hideTitle, introText: '', options: { hideTitle } },
  });
  const child = (media: { name: string; [field: string]: unknown }) => ({
    ...titled(media.name),
    type: 'media',
    data: { media },
  });
  const sections = groups.map(({ id, type, name, children }, at) => ({
    ...titled(name, at === 1),
    id,
    type: 'medias',
    data: { bundle: { id, type }, medias: children.map(child) },
  }));
  const text = {
    ...titled('A word before we meet'),
    ...{ type: 'text', data: { content: '<p>See you on Thursday</p>' } },
  };
  const added = documents
    .filter(({ attributes }) => ['Till connection guide', 'Security note'].includes(String(attributes.name)))
    .map(({ id, type, attributes: { name } }) => {
      const file = expect.stringMatching(/^https?:.*\.pdf$/);
      const known = { mediaType: 'Document', url: file, thumbnail: expect.stringMatching(/^https?:/) };
      return child({ id, type, name: String(name), ...known });
    });
  expect(added).toHaveLength(2);
  const { id, type } = group('P2 PIN pad');
  const medias = expect.arrayContaining(added);
  const whole = { ...titled('P2 PIN pad'), type: 'medias', data: { bundle: { id, type }, medias } };
  const contents = { version: 2, elements: [...sections, text, whole] };
  expect(JSON.parse(String(written[0]?.attributes.pack_data))).toEqual(contents);
  const stored = async () => {
    const [pack] = await client.list('salestool/pack?filter[title]=Brightwater Cafés');
    return JSON.parse(String(pack?.attributes.pack_data));
  };
  // It is on its way when it has left the window.
  await expect.poll(stored).toEqual(contents);

  await test.step('viewed again', async () => {
    await rep.open(`/packs/${pack.id}/view`);
    const shown = page.getByRole('region', { name: 'The page of Brightwater Cafés as the prospect sees it' });
    await expect(shown.getByText('See you on Thursday')).toBeVisible();
    await expect(shown.getByRole('heading', { name: 'T3 Counter', exact: true })).toBeVisible();
    await expect(shown.getByRole('heading', { name: 'M1 Mobile', exact: true })).toBeHidden();
  });
});

test('[PDATA-09, PDATA-10, PDATA-11] a clone is the rep’s own private pack of this channel, named as they said, and the host gets it as a new one', async ({
  page,
  host,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await rep.settled();
  // A host may tell all of these of a pack, and none is the copy's.
  const foreign = {
    ...{ remote_id: 'elsewhere-7', uid: { type: 'user--user', id: 'somebody' }, langcode: 'sv' },
    ...{ promote: true, status: true, sticky: true, links: { self: 'https://host.example' }, meta: {} },
  };
  const packs = await deviceRows(page, 'salestool--pack');
  const shared = packs.find(({ title }) => title === 'Velden range 2027');
  expect(shared).toMatchObject({ pack_type: 'global', pulled: expect.any(Number) });
  const internal = Object.keys(shared ?? {}).filter((field) => field.startsWith('drupal_internal__'));
  expect(internal).not.toEqual([]);
  await putDeviceRows(page, { 'salestool--pack': [{ ...shared, ...foreign }] });
  await host.stop();
  await page.reload();

  const began = Date.now();
  await rep.open('/packs');
  await page.getByRole('button', { name: 'More for Velden range 2027' }).click();
  await page.getByRole('menuitem', { name: 'Clone', exact: true }).click();
  await page.getByRole('textbox', { name: 'Enter a name for the new pack' }).fill('My range');
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await page.getByRole('tab', { name: 'My packs 1' }).click();
  const card = page.getByRole('article', { name: 'My range', exact: true });
  await expect(card.getByText('waiting')).toBeVisible();
  await card.getByRole('button', { name: 'More for My range' }).click();
  for (const entry of ['Edit', 'Send to server', 'Delete'])
    await expect(page.getByRole('menuitem', { name: entry, exact: true })).toBeVisible();

  const copy = (await deviceRows(page, 'salestool--pack')).find(({ title }) => title === 'My range');
  expect(copy).toMatchObject({ pack_type: 'private', pack_data: shared?.pack_data });
  expect(copy?.id).not.toBe(shared?.id);
  expect(copy?.changed).toBeGreaterThanOrEqual(began);
  for (const field of [...Object.keys(foreign), ...internal, 'pulled', 'pushed'])
    expect(copy, `the clone has no ${field}`).not.toHaveProperty(field);

  const written = writtenRecords(page);
  await host.start();
  await expect.poll(() => written.map(({ method, id }) => [method, id])).toEqual([['POST', copy?.id]]);
  const client = await HostClient.signIn(host, people.nora);
  const [channel] = await client.list('salestool/channel');
  expect(written[0]?.relationships.channel).toEqual({
    data: { type: 'salestool--channel', id: channel?.id },
  });
  await expect(card.getByText('waiting')).toBeHidden({ timeout: 30_000 });
  const [stored] = await client.list('salestool/pack?filter[title]=My range');
  expect(stored).toMatchObject({ id: copy?.id, attributes: { pack_type: 'private' } });
});

test('[PLIST-07] an archived pack leaves the list for good and stays on the server', async ({
  page,
  host,
  browser,
}) => {
  const client = await HostClient.signIn(host, people.nora);
  const pack = await client.makePack('Brightwater Cafés');
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.open('/packs');
  const card = page.getByRole('article', { name: 'Brightwater Cafés', exact: true });
  await card.getByRole('button', { name: 'More for Brightwater Cafés' }).click();
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText('Pack archived OK')).toBeVisible();
  await expect(card).toBeHidden();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'My packs 0' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'All 2' })).toBeVisible();

  await test.step('nor is it in the list of another device', async () => {
    const context = await browser.newContext({ baseURL: host.address });
    const other = new Rep(await context.newPage());
    await other.signInToChannel(people.nora);
    await other.open('/packs');
    await expect(other.page.getByRole('tab', { name: 'All 2' })).toBeVisible();
    await other.settled();
    await expect(other.page.getByRole('tab', { name: 'All 2' })).toBeVisible();
    await context.close();
  });

  const archived = async (): Promise<HostRecord | undefined> =>
    (await client.list('salestool/pack')).find(({ id }) => id === pack.id);
  expect((await archived())?.attributes).toMatchObject({ archived: true });
});

test('[PERM-16, PERM-17] private packs are shown in their own channel, and on a shared device to their owner alone', async ({
  page,
  host,
}) => {
  const client = await HostClient.signIn(host, people.tomas);
  const pack = await client.makePack('Harbour car park');
  const [channel] = await client.list('salestool/channel');
  const rep = new Rep(page);
  await rep.signInToChannel(people.tomas, String(channel?.attributes.title));
  const card = page.getByRole('article', { name: 'Harbour car park', exact: true });
  await rep.open('/packs');
  await expect(card).toBeVisible();

  await test.step('not in another channel', async () => {
    const channels = await client.list('salestool/channel');
    const other = channels.find(({ id }) => id !== channel?.id);
    await page.getByRole('button', { name: /switch channel$/ }).click();
    await page.getByRole('menuitemradio', { name: String(other?.attributes.title) }).click();
    await expect(rep.heading).toHaveText(String(other?.attributes.title));
    await rep.open('/packs');
    await expect(page.getByRole('tab', { name: 'All 2' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'My packs 0' })).toBeVisible();
  });

  await test.step('not to the next person', async () => {
    await rep.open('/user/logout');
    await expect(page.getByText('You have been signed out')).toBeVisible();
    await rep.signInToChannel(people.nora);
    await rep.open('/packs');
    await expect(page.getByRole('tab', { name: 'All 2' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'My packs 0' })).toBeVisible();
    await expect(card).toBeHidden();
    await rep.open(`/packs/${pack.id}/view`);
    await expect(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
    await rep.open('/user/profile');
    await expect(page.getByRole('textbox', { name: 'Job title' })).toHaveValue('Key account manager');
    expect(await deviceRows(page, 'salestool--pack')).toContainEqual(
      expect.objectContaining({ id: pack.id }),
    );
  });

  await test.step('to its owner again, with the host gone', async () => {
    await rep.open('/user/logout');
    await expect(page.getByText('You have been signed out')).toBeVisible();
    await rep.signInToChannel(people.tomas, String(channel?.attributes.title));
    await rep.waitForWorker();
    await host.stop();
    await rep.open('/packs');
    await page.reload();
    await expect(card).toBeVisible();
    await rep.open('/user/profile');
    await expect(page.getByRole('textbox', { name: 'Job title' })).toHaveValue(
      'Account manager, parking and transit',
    );
  });
});

test('new packs that two windows left unsaved come back one by one, and each is saved as itself', async ({
  page,
  host,
  context,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  const windows = [new Rep(await context.newPage()), new Rep(await context.newPage())];
  for (const window of windows) await window.open('/packs/-/build');
  const kept = async () =>
    (await deviceRows(page, 'drafts')).map(({ value }) => (value as { title: string }).title);
  for (const [at, name] of ['First of two', 'Second of two'].entries()) {
    await windows[at]?.renamePack(name);
    await expect.poll(kept).toContain(name);
  }
  expect(await kept()).toHaveLength(2);
  for (const window of windows) await window.page.close();
  for (const name of ['Second of two', 'First of two']) {
    await rep.open('/packs');
    await rep.open('/packs/-/build');
    await expect(rep.heading).toHaveText(name);
    await expect(page.getByText(/^Your unsaved changes from/)).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.waitForURL((url) => !url.hash.includes('/packs/-/'));
    await expect(page.getByText(/unsaved changes/i)).toBeHidden();
    await expect(rep.heading).toHaveText(name);
  }
  const client = await HostClient.signIn(host, people.nora);
  const titles = async () => (await client.list('salestool/pack')).map(({ attributes }) => attributes.title);
  await expect.poll(titles).toEqual(expect.arrayContaining(['First of two', 'Second of two']));
  expect(await kept()).toEqual([]);
});
