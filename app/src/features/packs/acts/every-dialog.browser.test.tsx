import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WaitingItem } from '#services.ts';
import type { MessageRecord } from '#storage/records.ts';
import { fromMenu } from '#testing/builder-page.ts';
import { sampleUser } from '#testing/sample-content.ts';
import {
  type SamplePackOptions,
  samplePack,
  samplePackServices,
  samplePacks,
} from '#testing/sample-packs.ts';
import {
  clearNotices,
  desktop,
  expectCleanAtEveryWidth,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await tablet();
});

/** A dialog's code comes with its first opening, which takes its time on a busy machine. */
const late = { timeout: 15_000 };

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click(late);
const choose = (entry: string) => page.getByRole('menuitem', { name: entry, exact: true }).click(late);
const dialog = (name: string) => () => page.getByRole('dialog', { name });

async function fromCard(title: string, entry: string) {
  await press(`More for ${title}`);
  await choose(entry);
}

async function fillAndPress(name: 'Send' | 'Link') {
  for (const [field, value] of [
    ['First name', 'Daniel'],
    ['Last name', 'Okafor'],
    ['Email', 'daniel@brightwater.example'],
    ['Company name', 'Brightwater'],
  ] as const)
    await page.getByRole('textbox', { name: field, exact: true }).fill(value);
  await press(name);
}

const { pulled: _, ...fresh } = samplePack({ id: 'fresh', title: 'Fresh' });
const message: MessageRecord = {
  ...{ id: 'm', type: 'salestool--message', ownerId: sampleUser.uuid, sent: true, subject: 'Offer' },
  ...{ first_name: 'Daniel', last_name: 'Okafor', date_sent: 1_763_000_000 },
  pack: { type: 'salestool--pack', id: 'fresh' },
};
const waits: WaitingItem = {
  ...{ type: 'salestool--message', id: 'm', title: '', subtitle: '', updated: 0 },
  ...{ state: 'waiting', reason: null, packId: 'fresh' },
};
const options: SamplePackOptions = {
  packs: [...samplePacks, fresh],
  messages: [message],
  waiting: [waits],
};
const withdrawn = [{ id: 'prices', name: 'Price list', because: 'withdrawn' }] as const;

const list = '/packs';
const builder = '/packs/brightwater/build';
const sendForm = '/packs/brightwater/send';

const hideTitle = () => fromMenu('The counter', 'Hide title');

const typedPack = {
  ...{ title: 'Typed', notes: '', color: '' },
  contents: JSON.stringify({ version: 2, elements: [] }),
};
const typedMessage = {
  ...{ firstName: 'Daniel', lastName: 'Okafor', email: 'daniel@brightwater.example', company: 'Brightwater' },
  ...{ others: [], subject: 'Offer' },
};
/** As an earlier visit left it. */
const draftOf = (kind: 'pack' | 'message', draft: { id: string }) => ({
  [`${kind}.${sampleUser.uuid}.${draft.id}`]: draft,
});

/** What it is, where, how it opens, what is in sight then, and what is there besides. */
type Shown = [string, string, () => Promise<unknown>, ReturnType<typeof dialog>, SamplePackOptions?];

test.each<Shown>([
  ['menu of a card', list, () => press('More for Fresh'), () => page.getByRole('menu')],
  ['question for a name', list, () => fromCard('Fresh', 'Clone'), dialog('Clone')],
  ['question before a pack is deleted', list, () => fromCard('Fresh', 'Delete'), dialog('Delete')],
  ['question before it is archived', list, () => fromCard('Fresh', 'Archive'), dialog('Archive')],
  ['layout', builder, () => press('Organise Layout'), dialog('Organise Layout')],
  [
    'settings with a wrong colour',
    builder,
    async () => {
      await press('Pack settings');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Color' }).fill('#1');
    },
    dialog('Pack settings'),
  ],
  ['choice of a section', builder, () => press('Add new section'), dialog('Add new section')],
  [
    'choice of contents',
    builder,
    async () => {
      await press('Add to The counter');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^M1 Mobile/ })
        .click(late);
      await page.getByRole('checkbox', { name: 'Old leaflet' }).click();
    },
    dialog('Add Content To Bundle'),
  ],
  [
    'question before unsaved work is left',
    builder,
    async () => {
      await hideTitle();
      await page.getByRole('link', { name: 'Back' }).click();
    },
    dialog('Unsaved changes'),
  ],
  [
    'question before the pack is reloaded',
    builder,
    async () => {
      await hideTitle();
      await press('Cancel');
    },
    dialog('Cancel'),
  ],
  [
    'address of a link in a text',
    builder,
    async () => {
      await press('Edit the text of A word before we meet');
      await press('Insert link');
    },
    () => page.getByRole('textbox', { name: 'Address' }),
  ],
  [
    'menu of a chosen file',
    '/packs/brightwater/edit',
    () => press('More for Two-minute demo'),
    () => page.getByRole('menu'),
  ],
  ...(['Format', 'Alignment', 'Insert token'] as const).map(
    (tool): Shown => [
      `menu ${tool} of a text`,
      builder,
      async () => {
        await press('Edit the text of A word before we meet');
        await press(new RegExp(`^${tool}`));
      },
      () => page.getByRole('menu'),
    ],
  ),
  [
    'question before what came back is dropped',
    '/packs/brightwater/edit',
    () => press('Drop them'),
    dialog('Drop your changes'),
    { drafts: draftOf('pack', { ...typedPack, id: 'brightwater' }) },
  ],
  [
    'question about changes whose pack is gone',
    '/packs/gone/build',
    () => press('Drop them'),
    dialog('Drop your changes'),
    { drafts: draftOf('pack', { ...typedPack, id: 'gone' }) },
  ],
  [
    'question before the form is cleared',
    sendForm,
    () => press('Clear the form'),
    dialog('Clear the form'),
    { drafts: draftOf('message', { ...typedMessage, id: 'brightwater' }) },
  ],
  [
    'question before typed details are dropped',
    '/packs/brightwater/details',
    async () => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed');
      await press('Cancel');
    },
    dialog('Cancel'),
  ],
  ['confirmation of a message', sendForm, () => fillAndPress('Send'), dialog('Pack successfully sent!')],
  ['link', sendForm, () => fillAndPress('Link'), dialog('Link for Daniel Okafor')],
  [
    'question about what was withdrawn',
    sendForm,
    () => fillAndPress('Send'),
    dialog('Not everything can be sent'),
    { unsendable: [...withdrawn] },
  ],
  [
    'question before an edit is dropped',
    '/packs/brightwater/edit',
    async () => {
      await press('Remove Two-minute demo');
      await press('Cancel');
    },
    dialog('Cancel'),
  ],
  [
    'question before a message is cancelled',
    '/packs/fresh/details',
    async () => {
      await press('Daniel Okafor');
      await press('Cancel message');
    },
    dialog('Cancel message'),
  ],
])('%s: axe finds nothing at any width, in either scheme', async (_what, path, open, shown, more) => {
  for (const scheme of ['light', 'dark'] as const) {
    setColorScheme(scheme);
    const { screen } = await showWorld(path, samplePackServices({ ...options, ...more }));
    await open();
    await expect.element(shown(), late).toBeVisible();
    await expectCleanAtEveryWidth();
    await screen.unmount();
    clearNotices();
  }
});

const upright = () => page.viewport(820, 1180);
const widths = [phone, upright, desktop];

test.each([
  ['section', 'The counter', 'Menu of The counter'],
  ['file', 'Price list, autumn 2026', 'Menu of Price list, autumn 2026'],
])('menu of a %s: axe finds nothing at any width, in either scheme', async (_what, name, menu) => {
  for (const scheme of ['light', 'dark'] as const) {
    setColorScheme(scheme);
    const { screen } = await showWorld(builder, samplePackServices(options));
    // A window that changes its width below an open menu has that menu placed anew, in rounds that browsers report.
    for (const width of widths) {
      await width();
      await page.getByRole('button', { name, exact: true }).hover(late);
      await press(menu);
      await expect.element(page.getByRole('menu'), late).toBeVisible();
      await expectNoAxeViolations();
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    }
    await screen.unmount();
  }
});

test.each([
  ['a phone', 'light', phone],
  ['a phone', 'dark', phone],
  ['an upright tablet', 'light', upright],
  ['an upright tablet', 'dark', upright],
] as const)(
  'axe finds nothing in the palette that slides over %s, in the %s scheme',
  async (_device, scheme, device) => {
    setColorScheme(scheme);
    await device();
    await showWorld(builder, samplePackServices());
    await press('Add content');
    await expect.element(page.getByRole('dialog', { name: 'Things to add' }), late).toBeVisible();
    await press('Files of M1 Mobile');
    await expectNoAxeViolations();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  },
);
