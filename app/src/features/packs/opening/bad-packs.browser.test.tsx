import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PackRecord } from '#storage/records.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { showWorld } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

const cycle: Record<string, unknown> = { version: 2, elements: [] };
cycle.elements = [cycle];

const unreadable = 'The contents of this pack could not be read.';
const newer = 'This pack was made with a newer version of the app';
// By name, since a title with such a value would be as bad.
const bad: Record<string, { pack_data: unknown; says: string }> = {
  'text that is no JSON': { pack_data: '{"version":2,"elements":[', says: unreadable },
  'an object that holds itself': { pack_data: cycle, says: unreadable },
  'brackets a hundred thousand deep': { pack_data: '['.repeat(100_000), says: unreadable },
  'a later version': { pack_data: '{"version":3,"elements":[]}', says: newer },
};

const packWith = (pack_data: unknown) =>
  samplePack({ id: 'p', title: 'Offer', pack_data: pack_data as string });

async function show(address: string, pack: PackRecord) {
  const world = samplePackServices({ packs: [pack] });
  await showWorld(address, world);
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  return world;
}

async function fillIn() {
  const words = { 'First name': 'Daniel', 'Last name': 'Okafor', Email: 'daniel@brightwater.example' };
  for (const [name, value] of Object.entries(words))
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  await page.getByRole('textbox', { name: 'Company name' }).fill('Brightwater');
}

const shadowText = () =>
  [...document.querySelectorAll('section')].map((part) => part.shadowRoot?.textContent ?? '').join('');

describe.each(Object.keys(bad))('a pack whose contents are %s', (name) => {
  const { pack_data, says } = bad[name]!;

  test('[PDATA-08] is viewed as one without contents, and that is said', async () => {
    await show('/packs/p/view', packWith(pack_data));
    await expect.element(page.getByRole('heading', { level: 1, name: 'Offer' })).toBeVisible();
    await expect.element(page.getByText(says, { exact: false })).toBeVisible();
    await expect.poll(shadowText).toContain('Offer');
  });

  test('[PDATA-08] stands in the list and has its details', async () => {
    await show('/packs', packWith(pack_data));
    await expect.element(page.getByRole('article', { name: 'Offer' })).toBeVisible();
    await page.getByRole('link', { name: 'Details of Offer' }).click();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('[PDATA-08] is neither sent nor given a link, and the buttons say why', async () => {
    const { recorded } = await show('/packs/p/send', packWith(pack_data));
    await expect.element(page.getByText(says, { exact: false })).toBeVisible();
    await fillIn();
    for (const name of ['Send', 'Link']) {
      const button = page.getByRole('button', { name, exact: true });
      await expect.element(button).toBeDisabled();
      await expect.element(button).toHaveAccessibleDescription(expect.stringContaining(says));
    }
    await userEvent.keyboard('{Enter}');
    expect(recorded).toEqual([]);
  });

  test('[PDATA-08] is not overwritten by the editor', async () => {
    const { saved } = await show('/packs/p/edit', packWith(pack_data));
    await expect.element(page.getByText(says, { exact: false })).toBeVisible();
    // A pack of a newer app is not edited at all.
    if (says === newer) return;
    await page.getByRole('tab', { name: 'Pack Details' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Offer of the autumn');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(() => saved.map(({ title }) => title)).toEqual(['Offer of the autumn']);
    expect(saved[0]?.pack_data).toBe(pack_data);
  });
});

describe.each(['edit', 'build'])('unsaved work that cannot be read (%s)', (way) => {
  const data = { content: '<p>Hello</p>' };
  const pack_data = JSON.stringify({
    version: 2,
    elements: [{ id: 't', type: 'text', title: 'Words', data }],
  });
  const place = `pack.${sampleUser.uuid}.p`;
  const kept = { id: 'p', title: 'Offer', notes: '', color: '', contents: '{"version":3,"elements":[]}' };

  test('[PDATA-08] is said, and stays until something else is done with the pack, which is as it was saved', async () => {
    const world = samplePackServices({ packs: [packWith(pack_data)], drafts: { [place]: kept } });
    await showWorld(`/packs/p/${way}`, world);
    await expect.element(page.getByText(/unsaved contents from last time could not be read/)).toBeVisible();
    await expect.element(page.getByText('Words', { exact: true }).first()).toBeVisible();
    expect([world.saved, world.drafts.get(place)]).toEqual([[], kept]);
  });
});

describe('ten million letters', () => {
  const paragraph = `<p>${'All that we have to say. '.repeat(400)}</p>`;
  const data = { content: `${paragraph.repeat(1000)}<p>The end.</p>` };
  const text = { id: 't', type: 'text', title: 'Words', showTitle: true, data };
  const elements = [text, { id: 'm', type: 'medias', title: 'Files', data: { medias: [] } }];
  const long = packWith(JSON.stringify({ version: 2, elements }));
  const isThere = (text: () => string | null | undefined) =>
    expect.poll(() => text()?.includes('The end.'), { timeout: 50_000 }).toBe(true);

  test('are a page, whole, in view and preview', async () => {
    await show('/packs/p/view', long);
    await isThere(shadowText);
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Preview')?.click();
    await isThere(() => document.querySelector('iframe')?.contentDocument?.body.textContent);
  });

  test('are one row of the editor, and come out of it as they were', async () => {
    const { saved } = await show('/packs/p/edit', long);
    await expect.element(page.getByRole('list', { name: 'In this pack, in order' })).toBeVisible();
    await page.getByRole('tab', { name: 'Pack Details' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Offer of the autumn');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(() => saved.length).toBe(1);
    expect(saved[0]?.title).toBe('Offer of the autumn');
    expect(JSON.parse(saved[0]?.pack_data ?? '').elements[0].data.content === data.content).toBe(true);
  });

  test('are sent as they are', async () => {
    const { recorded } = await show('/packs/p/send', long);
    await fillIn();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => recorded.length).toBe(1);
    expect(recorded[0]?.pack.pack_data === long.pack_data).toBe(true);
  });
});

test('five thousand files in five hundred sections are all on the page, in their order', async () => {
  const media = (id: string) => ({ id, type: 'media--document', name: `File ${id}` });
  const sections = Array.from({ length: 500 }, (_, at) => ({
    ...{ id: `s${at}`, type: 'medias', title: `Section ${at + 1}` },
    data: {
      medias: Array.from({ length: 10 }, (_, file) => ({
        ...{ id: `c${file}`, type: 'media' },
        data: { media: media(`${at}-${file}`) },
      })),
    },
  }));
  await show('/packs/p/view', packWith(JSON.stringify({ version: 2, elements: sections })));
  const root = () => document.querySelector('section[aria-label^="The page of"]')?.shadowRoot;
  const titles = () => [...(root()?.querySelectorAll('.section > h3') ?? [])].map((each) => each.textContent);
  await expect.poll(() => titles().length, { timeout: 20_000 }).toBe(500);
  expect(titles()).toEqual(sections.map(({ title }) => title));
  expect(root()?.querySelectorAll('.media')).toHaveLength(5_000);
  // The page around the sections is there from the beginning, and below them.
  expect(root()?.querySelector('.pack-page')?.lastElementChild?.localName).toBe('footer');
});
