import { readPackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ContentBundle } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import {
  contents,
  documents,
  type SamplePackOptions,
  samplePack,
  samplePackServices,
  samplePacks,
  words,
} from '#testing/sample-packs.ts';
import {
  clearNotices,
  desktop,
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

const file = (id: string, name: string) => ({ id, type: 'media--document' as const, name });

const channel: ContentBundle[] = [
  {
    id: 't3',
    type: 'salestool--document_bundle',
    title: 'T3 Counter',
    availability: 'public',
    medias: [
      file('guide', 'T3 Counter product guide'),
      file('prices', 'Price list'),
      file('deck', 'Pitch deck for cafés'),
    ],
  },
  {
    id: 'm1',
    type: 'salestool--document_bundle',
    title: 'M1 Mobile',
    availability: null,
    medias: [file('leaflet', 'M1 leaflet'), file('case', 'Brightwater case study')],
  },
  {
    id: 'secret',
    type: 'salestool--document_bundle',
    title: 'Pricing and contracts',
    availability: 'internal',
    medias: [file('discounts', 'Discount matrix')],
  },
  {
    id: 'visit',
    type: 'salestool--content_bundle',
    title: 'Before the visit',
    availability: 'public',
    medias: [],
  },
];

const group = (id: string, name: string, medias: { id: string; name: string }[]) => ({
  id,
  type: 'salestool--document_bundle',
  name,
  children: medias.map((media) => ({ type: 'media--document', ...media })),
});

/** A pack of version 1. */
const older = samplePack({
  id: 'older',
  title: 'Older pack',
  notes: 'He haggles.',
  pack_data: JSON.stringify([
    group('t3', 'T3 Counter', [
      { id: 'guide', name: 'T3 Counter product guide' },
      { id: 'prices', name: 'Price list' },
    ]),
    group('m1', 'M1 Mobile', [{ id: 'leaflet', name: 'M1 leaflet' }]),
  ]),
});

const withoutBuilder = { flags: { packBuilder2Enabled: false } };
const world = (options: SamplePackOptions = {}) =>
  samplePackServices({ contents: channel, packs: [older, ...samplePacks], ...options });
const show = (path: string, options: SamplePackOptions = {}) => showWorld(path, world(options));

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const row = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const name = () => page.getByRole('textbox', { name: 'Name' });
const color = () => page.getByRole('textbox', { name: 'Color' });
const filter = () => page.getByRole('searchbox', { name: 'Filter' });
const list = () => page.getByRole('list', { name: 'In this pack, in order' });
const treeNames = () =>
  page
    .getByRole('treeitem')
    .elements()
    .map((element) => element.textContent);
const ticked = async (treeRow: string) => {
  await expect.element(row(treeRow)).toBeVisible();
  return row(treeRow).element().getAttribute('aria-checked');
};
const order = () =>
  list()
    .getByRole('listitem')
    .elements()
    .map((element) => element.querySelector('[class*="name"]')?.textContent);
const spoken = () =>
  [...document.querySelectorAll('[role="status"][aria-live="assertive"]')].map(
    (element) => element.textContent,
  );
const dataOf = (pack: PackRecord | undefined) => JSON.parse(pack?.pack_data ?? 'null') as unknown;

/** Opens a bundle of the tree by its name. */
const open = async (bundle: string) => row(bundle).getByText(bundle, { exact: true }).click();
const box = (treeRow: string) => ({
  click: async () => {
    await expect.element(row(treeRow)).toBeVisible();
    row(treeRow).element().querySelector<HTMLElement>('[data-box]')?.click();
  },
});

describe('steps', () => {
  test('[PEDIT-01, PEDIT-04, PEDIT-06] a new pack starts on details; contents is closed until it is saved', async () => {
    const { saved, at, services } = await show('/packs/new', { configuration: withoutBuilder });
    expect(services.configuration.flags.packBuilder2Enabled).toBe(false);
    await expect.element(title('Create Pack')).toBeVisible();
    await expect.element(tab('Pack Details')).toHaveAttribute('aria-selected', 'true');
    await expect.element(tab('Pack Contents')).toBeDisabled();
    expect(page.getByRole('tab').elements()).toHaveLength(2);
    await name().fill('For Daniel');
    await button('Next').click();
    await expect.element(tab('Pack Contents')).toHaveAttribute('aria-selected', 'true');
    expect(saved.map((pack) => pack.title)).toEqual(['For Daniel']);
    expect(saved[0]?.pack_type).toBe('private');
    expect(at()).toBe(`/packs/${saved[0]?.id}/edit`);
  });

  test('[PEDIT-04, PEDIT-05, PEDIT-06, NAV-26] Next on details goes to contents, and Save there to the view', async () => {
    const { saved, at } = await show('/packs/older/edit');
    await tab('Pack Details').click();
    await name().fill('Newer pack');
    await button('Next').click();
    await expect.element(tab('Pack Contents')).toHaveAttribute('aria-selected', 'true');
    expect(saved.map((pack) => pack.title)).toEqual(['Newer pack']);
    await box('M1 Mobile').click();
    await button('Save').click();
    await expect.poll(at).toBe('/packs/older/view');
    expect(saved).toHaveLength(2);
  });

  test('[PEDIT-02, PEDIT-03, PEDIT-05, PEDIT-18, NAV-27] edit and send goes on to one tab with preview and form', async () => {
    const { saved } = await show('/packs/older/editsend');
    await expect.element(tab('Pack Contents')).toHaveAttribute('aria-selected', 'true');
    expect(
      page
        .getByRole('tab')
        .elements()
        .map((element) => element.textContent),
    ).toEqual(['Pack Details', 'Pack Contents', 'Preview and Send']);
    await expect.element(button('Save')).not.toBeInTheDocument();
    await button('Remove Price list').click();
    await button('Next').click();
    await expect
      .element(page.getByRole('region', { name: 'The page of Older pack as the prospect sees it' }))
      .toBeVisible();
    await expect.element(page.getByRole('textbox', { name: /^Email/ })).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'Recipient Details' })).toBeVisible();
    expect(saved).toHaveLength(1);
    expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1);
  });

  test('[PEDIT-23] the preview shows no notes', async () => {
    await show('/packs/older/editsend');
    await tab('Preview and Send').click();
    const preview = page.getByRole('region', { name: 'The page of Older pack as the prospect sees it' });
    await expect.element(preview).toBeVisible();
    const words = (await preview.findElement()).shadowRoot?.textContent;
    expect(words).toContain('Older pack');
    expect(words).not.toContain('haggles');
  });

  test('[NAV-30, NAV-31] the wizard takes one step at a time, behind its flag', async () => {
    const without = await show('/packs/older/wizard');
    await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
    await without.screen.unmount();
    const { at } = await show('/packs/older/wizard', { configuration: { flags: { packWizard: true } } });
    const current = () => document.querySelector('[aria-current="step"]')?.textContent;
    await expect.element(name()).toBeVisible();
    expect(current()).toContain('Pack Details');
    expect(page.getByRole('tab').elements()).toEqual([]);
    await button('Next').click();
    await expect.element(page.getByRole('tree')).toBeVisible();
    expect(current()).toContain('Pack Contents');
    await button('Back').click();
    await expect.element(name()).toBeVisible();
    await button('Next').click();
    await button('Next').click();
    await expect.element(page.getByRole('textbox', { name: /^Email/ })).toBeVisible();
    expect(current()).toContain('Preview and Send');
    expect(at()).toBe('/packs/older/wizard');
  });

  test('[NAV-31] a new pack goes through the wizard under its own address', async () => {
    const { at, saved } = await show('/packs/-/wizard', { configuration: { flags: { packWizard: true } } });
    await name().fill('Step by step');
    await button('Next').click();
    await expect.poll(() => saved.length).toBe(1);
    await expect.poll(at).toBe(`/packs/${saved[0]?.id}/wizard`);
  });
});

describe('who may edit', () => {
  test.each(['/packs/range/edit', '/packs/range/editsend'])(
    '[PBUILD-02] %s sends somebody without the edit right to /access-denied',
    async (path) => {
      const { at } = await show(path);
      await expect.poll(at).toBe('/access-denied');
    },
  );

  test('[PBUILD-02, PERM-03] without an account no pack is made, and without packs to be sent none is sent', async () => {
    const anonymous = await show('/packs/new', { configuration: withoutBuilder, session: { user: null } });
    await expect.poll(anonymous.at).toBe('/access-denied');
    await anonymous.screen.unmount();
    const { at } = await show('/packs/older/editsend', { configuration: { flags: { packNoSend: true } } });
    await expect.poll(at).toBe('/access-denied');
  });

  test.each(['edit', 'editsend', 'wizard'])(
    '[NAV-32] packs/{id}/%s of an unknown pack is the 404 page',
    async (page_) => {
      await show(`/packs/nowhere/${page_}`, { configuration: { flags: { packWizard: true } } });
      await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
    },
  );
});

describe('details', () => {
  const details = async (options: SamplePackOptions = {}) => {
    const shown = await show('/packs/older/edit', options);
    await tab('Pack Details').click();
    await expect.element(name()).toBeVisible();
    return shown;
  };

  test('[PEDIT-07] Name, Notes with its hint, and Color with a picker and Clear', async () => {
    const { saved } = await details();
    await expect.element(name()).toHaveValue('Older pack');
    await expect
      .element(page.getByRole('textbox', { name: 'Notes' }))
      .toHaveAccessibleDescription('Notes about this pack will not be visible to prospects');
    await expect.element(button('Clear')).not.toBeInTheDocument();
    await color().click();
    await page.getByRole('button', { name: '#0b703f' }).click();
    await expect.element(color()).toHaveValue('#0b703f');
    await button('Clear').click();
    await expect.element(color()).toHaveValue('');
    await color().fill('#112233');
    await button('Next').click();
    await expect.poll(() => saved.map((pack) => pack.color)).toEqual(['#112233']);
  });

  test('[PEDIT-08, PEDIT-19] Cancel goes to the packs, from details and from contents, and drops what was chosen', async () => {
    const { at, saved, drafts, history } = await details();
    await button('Cancel').click();
    await expect.element(title('Packs')).toBeVisible();
    expect(at()).toBe('/packs');
    history.push('/packs/older/edit');
    await box('M1 Mobile').click();
    await expect.poll(() => [...drafts.keys()].length).toBe(1);
    await button('Cancel').click();
    await button('Drop changes').click();
    await expect.poll(at).toBe('/packs');
    expect(saved).toEqual([]);
    await expect.poll(() => [...drafts.keys()]).toEqual([]);
  });

  test('[PEDIT-08, PEDIT-11, PEDIT-14] without a name nothing is saved', async () => {
    await details();
    await expect.element(button('Next')).toBeEnabled();
    await name().fill('  ');
    await expect.element(page.getByText('Name is required', { exact: true })).toBeVisible();
    await expect.element(button('Next')).toBeDisabled();
    await tab('Pack Contents').click();
    await expect.element(button('Save')).toBeDisabled();
  });

  test.each(['#12', '112233', '#11223g', 'red'])(
    '[PEDIT-12, PEDIT-13, PEDIT-14] %s is no colour',
    async (wrong) => {
      await details();
      await color().fill(wrong);
      await expect
        .element(page.getByText('Color should be a hex colour, e.g. #112233', { exact: true }))
        .toBeVisible();
      await expect.element(button('Next')).toBeDisabled();
      await color().fill('#abc');
      await expect.element(button('Next')).toBeEnabled();
    },
  );
});

describe('the page of the details', () => {
  const form = () => page.getByRole('form', { name: 'Pack Details' });
  const without = { flags: { packDetailsV2: false } };

  test('[PEDIT-09, PEDIT-10, NAV-25] has the form for those who may edit, beside the sent-to log', async () => {
    const { saved, at } = await show('/packs/older/details');
    await expect.element(page.getByRole('heading', { name: /^Sent to/ })).toBeVisible();
    await expect.element(form().getByRole('button', { name: 'Save' })).toBeDisabled();
    await name().fill('Renamed');
    await form().getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Pack saved', { exact: true })).toBeVisible();
    expect(saved).toEqual([
      expect.objectContaining({ id: 'older', title: 'Renamed', pack_data: older.pack_data }),
    ]);
    await expect.element(title('Renamed')).toBeVisible();
    expect(at()).toBe('/packs/older/details');
  });

  test('[PEDIT-10] shows name and notes to those who may not edit', async () => {
    await show('/packs/range/details');
    await expect.element(page.getByText(/official overview from marketing/)).toBeVisible();
    await expect.element(form()).not.toBeInTheDocument();
  });

  test('[PEDIT-09, PEDIT-10] is the plain form without packDetailsV2', async () => {
    const { at } = await show('/packs/older/details', { configuration: without });
    await expect.element(form()).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /^Sent to/ })).not.toBeInTheDocument();
    await color().fill('#1');
    await expect.element(page.getByText('Color should be a hex colour, e.g. #112233')).toBeVisible();
    await expect.element(form().getByRole('button', { name: 'Save' })).toBeDisabled();
    await form().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(at).toBe('/packs');
  });

  test('[NAV-32] of an unknown pack is the 404 page', async () => {
    await show('/packs/nowhere/details');
    await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
  });
});

describe('contents', () => {
  test('[PEDIT-16] what is internal is not offered', async () => {
    await show('/packs/older/edit');
    await expect.poll(treeNames).toHaveLength(3);
    expect(treeNames().join()).not.toContain('Pricing and contracts');
    await filter().fill('discount');
    await expect.element(page.getByText("Nothing here is called 'discount'.")).toBeVisible();
  });

  test('[PEDIT-15] bundles are ticked by their files: none, some, all', async () => {
    await show('/packs/older/edit');
    await expect.poll(() => ticked('T3 Counter')).toBe('mixed');
    await open('T3 Counter');
    await row('Pitch deck for cafés').click();
    expect(await ticked('T3 Counter.*3 of 3')).toBe('true');
    await box('T3 Counter.*3 of 3').click();
    await expect.element(row('T3 Counter.*0 of 3')).toHaveAttribute('aria-checked', 'false');
    await expect.element(row('Price list')).toHaveAttribute('aria-checked', 'false');
    expect(order()).toEqual(['M1 Mobile', 'M1 leaflet']);
    await row('Price list').click();
    expect(order()).toEqual(['M1 Mobile', 'M1 leaflet', 'T3 Counter', 'Price list']);
  });

  test('[PEDIT-15] the filter finds names in any case and shows the match in semibold', async () => {
    await show('/packs/older/edit');
    await filter().fill('BRIGHT');
    await expect.poll(() => treeNames().length).toBe(2);
    const mark = document.querySelector('[role="treeitem"] mark');
    expect(mark?.textContent).toBe('Bright');
    expect(getComputedStyle(mark!).fontWeight).toBe('600');
    await expect.element(page.getByText('1 file in 1 bundle')).toBeVisible();
    // Ticking the bundle takes what is shown of it, not what is hidden.
    await box('M1 Mobile').click();
    expect(order()).toContain('Brightwater case study');
    await button('Clear the filter').click();
    await expect.poll(() => treeNames().length).toBe(3);
    await expect.element(filter()).toHaveFocus();
  });

  test('[PEDIT-15] the tree is worked by keys alone', async () => {
    await show('/packs/older/edit');
    await filter().click();
    const focused = () => document.activeElement?.getAttribute('data-row');
    await expect.element(row('T3 Counter')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(focused).toBe('t3');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(row('Price list')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.poll(focused).toBe('t3/prices');
    await userEvent.keyboard(' ');
    await expect.element(row('Price list')).toHaveAttribute('aria-checked', 'false');
    await userEvent.keyboard('{End}');
    await expect.poll(focused).toBe('visit');
    await userEvent.keyboard('m1');
    await expect.poll(focused).toBe('m1');
    await userEvent.keyboard('{Home}');
    await expect.poll(focused).toBe('t3');
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}');
    await expect.poll(focused).toBe('t3');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(row('Price list')).not.toBeInTheDocument();
    // One row at a time is reached by Tab.
    expect(document.querySelectorAll('[role="treeitem"][tabindex="0"]')).toHaveLength(1);
  });

  test('[PEDIT-17] every chosen item can be taken out, and that can be undone', async () => {
    await show('/packs/older/edit');
    await button('Remove T3 Counter product guide').click();
    expect(order()).toEqual(['T3 Counter', 'Price list', 'M1 Mobile', 'M1 leaflet']);
    await button('Undo').click();
    expect(order()).toEqual([
      'T3 Counter',
      'T3 Counter product guide',
      'Price list',
      'M1 Mobile',
      'M1 leaflet',
    ]);
    await button('Remove T3 Counter').click();
    expect(order()).toEqual(['M1 Mobile', 'M1 leaflet']);
    await expect.poll(() => ticked('T3 Counter')).toBe('false');
  });

  test('[PEDIT-17] order changes by keys, each step is said, and Escape leaves it', async () => {
    const { saved } = await show('/packs/older/edit');
    await button('Move M1 Mobile').click();
    await userEvent.keyboard(' ');
    await expect.poll(spoken).toContain('M1 Mobile is lifted. It is 2 of 2.');
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(spoken).toContain('M1 Mobile would be 1 of 2.');
    await userEvent.keyboard('{Escape}');
    await expect.poll(spoken).toContain('M1 Mobile is back. It is 2 of 2.');
    expect(order()[0]).toBe('T3 Counter');
    await userEvent.keyboard(' ');
    await expect.poll(spoken).toContain('M1 Mobile is lifted. It is 2 of 2.');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.poll(spoken).toContain('M1 Mobile cannot go further. It is 1 of 2.');
    await userEvent.keyboard(' ');
    await expect.poll(spoken).toContain('M1 Mobile is now 1 of 2.');
    expect(order()).toEqual([
      'M1 Mobile',
      'M1 leaflet',
      'T3 Counter',
      'T3 Counter product guide',
      'Price list',
    ]);
    await expect.element(button('Move M1 Mobile')).toHaveFocus();
    await button('Save').click();
    await expect.poll(() => saved.length).toBe(1);
    expect(dataOf(saved[0])).toMatchObject([{ id: 'm1' }, { id: 't3' }]);
  });

  test('[PEDIT-17] order changes from the menu', async () => {
    await show('/packs/older/edit');
    await button('More for Price list').click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    expect(order().slice(0, 3)).toEqual(['T3 Counter', 'Price list', 'T3 Counter product guide']);
    await expect.poll(spoken).toContain('Price list is now 1 of 2 in T3 Counter.');
  });

  test('[PEDIT-17] order changes by dragging', async () => {
    await show('/packs/older/edit');
    const grip = await button('Move T3 Counter product guide').findElement();
    const target = await button('Move Price list').findElement();
    const middle = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { clientX: x + width / 2, clientY: y + height / 2 };
    };
    const from = middle(grip);
    const to = middle(target);
    const mouse = (type: string, at: typeof from) =>
      new MouseEvent(type, { bubbles: true, cancelable: true, ...at });
    grip.dispatchEvent(mouse('mousedown', from));
    document.dispatchEvent(mouse('mousemove', { ...from, clientY: from.clientY + 10 }));
    await expect.poll(spoken).toContain('T3 Counter product guide is lifted. It is 1 of 2 in T3 Counter.');
    await expect
      .poll(() => {
        document.dispatchEvent(mouse('mousemove', { ...to, clientY: to.clientY + 20 }));
        return spoken();
      })
      .toContain('T3 Counter product guide would be 2 of 2 in T3 Counter.');
    await expect.element(page.getByText('T3 Counter product guide goes here')).toBeInTheDocument();
    document.dispatchEvent(mouse('mouseup', to));
    await expect
      .poll(order)
      .toEqual(['T3 Counter', 'Price list', 'T3 Counter product guide', 'M1 Mobile', 'M1 leaflet']);
  });

  test('[PEDIT-20] the tree has 360 px and the list 400 px; on a phone they stand one below the other', async () => {
    await desktop();
    await show('/packs/older/edit');
    const tree = page.getByRole('region', { name: 'Content of the channel' });
    const chosen = page.getByRole('region', { name: 'In this pack, in order' });
    const boxOf = async (part: typeof tree) => (await part.findElement()).getBoundingClientRect();
    await expect.element(tree).toBeVisible();
    expect((await boxOf(tree)).width).toBe(360);
    expect((await boxOf(chosen)).width).toBe(400);
    await phone();
    await expect
      .poll(async () => (await boxOf(chosen)).top - (await boxOf(tree)).bottom)
      .toBeGreaterThanOrEqual(8);
    expect((await boxOf(chosen)).right).toBeLessThanOrEqual(390);
  });
});

describe('what is saved', () => {
  test('[PEDIT-21] a pack of version 1 stays version 1, with addresses for what was ticked', async () => {
    const { saved, at } = await show('/packs/older/edit');
    await open('M1 Mobile');
    await row('Brightwater case study').click();
    await box('Before the visit').click();
    await button('Save').click();
    await expect.poll(at).toBe('/packs/older/view');
    expect(dataOf(saved[0])).toEqual([
      expect.objectContaining({
        id: 't3',
        children: [expect.objectContaining({ id: 'guide' }), expect.anything()],
      }),
      expect.objectContaining({
        id: 'm1',
        children: [
          expect.objectContaining({ id: 'leaflet' }),
          {
            id: 'case',
            type: 'media--document',
            mediaType: 'Document',
            name: 'Brightwater case study',
            url: 'https://host.example/files/case/case.pdf',
            thumbnail: expect.any(String),
          },
        ],
      }),
      { id: 'visit', type: 'salestool--content_bundle', name: 'Before the visit', children: [] },
    ]);
    expect(saved[0]?.bundles?.map(({ id }) => id)).toEqual(['t3', 'm1', 'visit']);
    expect(saved[0]?.medias?.map(({ id }) => id)).toEqual(['guide', 'prices', 'leaflet', 'case']);
  });

  test('[PEDIT-21] a pack of version 2 keeps its texts, its sections and what nobody knows', async () => {
    const data = {
      ...contents(
        words('w', 'A word', '<p>Dear {{recipient_name}}</p>'),
        documents('d', 'The counter', ['guide', 'deck']),
      ),
    };
    const raw = { id: 'x', type: 'poll', question: 'T3 or M1?' };
    const pack_data = JSON.stringify({ version: 2, elements: [raw, ...data.elements] });
    const { saved } = await show('/packs/newer/edit', { packs: [samplePack({ id: 'newer', pack_data })] });
    await expect
      .poll(order)
      .toEqual([
        'Unknown section type',
        'A word',
        'The counter',
        'T3 Counter product guide',
        'Pitch deck for cafés',
      ]);
    // Texts and sections belong to the builder.
    await expect.element(button('Move A word')).not.toBeInTheDocument();
    await expect.element(button('Remove The counter')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Change them in the builder' })).toBeVisible();
    await expect.element(row('Before the visit')).not.toBeInTheDocument();
    await button('Remove T3 Counter product guide').click();
    await button('Remove Pitch deck for cafés').click();
    await open('M1 Mobile');
    await row('M1 leaflet').click();
    await button('Save').click();
    await expect.poll(() => saved.length).toBe(1);
    const [poll, text, section] = (dataOf(saved[0]) as { elements: unknown[] }).elements;
    expect(poll).toEqual(raw);
    expect(text).toEqual(data.elements[0]);
    expect(section).toMatchObject({
      id: 'd',
      title: 'The counter',
      data: { medias: [{ data: { media: { id: 'leaflet' } } }] },
    });
    expect(readPackData(saved[0]?.pack_data)).toMatchObject({ version: 2 });
  });

  test('[PEDIT-22] a failed save says why, and everything stays on the page', async () => {
    const { at } = await show('/packs/older/edit', { outcome: new Error('the disk is full') });
    await box('M1 Mobile').click();
    await button('Save').click();
    await expect.element(page.getByText('Error saving pack: the disk is full')).toBeVisible();
    expect(at()).toBe('/packs/older/edit');
    expect(await ticked('M1 Mobile')).toBe('true');
  });

  test('offline the pack is saved on the device and the editor goes on', async () => {
    const { at } = await show('/packs/older/edit', {
      connection: { icon: 'offline', online: false },
      outcome: { savedLocally: true, savedRemotely: false, failure: 'Application is offline' },
    });
    await box('M1 Mobile').click();
    await button('Save').click();
    await expect
      .element(page.getByText('Pack saved locally and will be saved to server when next online'))
      .toBeVisible();
    await expect.poll(at).toBe('/packs/older/view');
  });
});

describe('unsaved work', () => {
  test('it is asked for before the page is left, and is there again after a crash', async () => {
    const { history, at, drafts, screen } = await show('/packs/older/edit');
    await box('M1 Mobile').click();
    await expect.element(page.getByText('Unsaved changes')).toBeVisible();
    history.push('/content');
    await button('Stay').click();
    expect(at()).toBe('/packs/older/edit');
    await expect.poll(() => drafts.size).toBe(1);
    await screen.unmount();
    const { saved } = await show('/packs/older/edit', { drafts: Object.fromEntries(drafts) });
    await expect.element(page.getByText(/Your unsaved changes from last time are back/)).toBeVisible();
    expect(await ticked('M1 Mobile')).toBe('true');
    await button('Save').click();
    await expect.poll(() => saved.length).toBe(1);
    expect(saved[0]?.medias?.map(({ id }) => id)).toContain('case');
  });

  test('what comes from another device is shown, unless something unsaved stands in its place', async () => {
    const { services } = await show('/packs/older/edit');
    await expect.poll(order).toHaveLength(5);
    const other = { ...older, changed: (older.changed ?? 0) + 1, pack_data: '[]', title: 'From elsewhere' };
    await services.packs.save(other);
    await expect.element(title('From elsewhere')).toBeVisible();
    await box('M1 Mobile').click();
    await services.packs.save({ ...other, changed: (older.changed ?? 0) + 2, title: 'Again' });
    await expect.poll(order).toEqual(['M1 Mobile', 'M1 leaflet', 'Brightwater case study']);
    await expect.element(title('From elsewhere')).toBeVisible();
  });
});

describe('bad input', () => {
  const hostile = '"><img src=x onerror="window.hacked = true">{{recipient_name}}';

  test('hostile names are words, and rubbish in the data breaks nothing', async () => {
    const pack_data = JSON.stringify([
      null,
      7,
      'text',
      { children: 'none' },
      {
        id: 't3',
        type: 'salestool--document_bundle',
        name: hostile,
        children: [null, {}, { id: 'guide' }, { id: 'guide' }],
      },
      { id: 't3', name: hostile, children: [{ id: { toString: 'x' } }] },
    ]);
    const odd = channel.map((bundle) => ({
      ...bundle,
      title: hostile,
      medias: [...bundle.medias, file('odd', '')],
    }));
    const { saved } = await show('/packs/bad/edit', {
      packs: [samplePack({ id: 'bad', title: hostile, pack_data })],
      contents: odd,
    });
    await expect.element(title(hostile)).toBeVisible();
    await filter().fill('onerror');
    await expect.poll(() => document.querySelectorAll('[role="treeitem"] mark').length).toBeGreaterThan(0);
    page.getByRole('treeitem').elements().at(-1)?.querySelector<HTMLElement>('[data-box]')?.click();
    await button('Save').click();
    await expect.poll(() => saved.length).toBe(1);
    expect((dataOf(saved[0]) as unknown[]).slice(0, 3)).toEqual([null, 7, 'text']);
    expect('hacked' in window).toBe(false);
  });

  test.each(['{', '"a string"', '{"version":2,"elements":{"a":"b"}}'])(
    '[PDATA-08] contents that cannot be read (%s) stay until something is chosen',
    async (pack_data) => {
      const { saved } = await show('/packs/bad/edit', { packs: [samplePack({ id: 'bad', pack_data })] });
      await expect.element(page.getByText(/could not be read/)).toBeVisible();
      await tab('Pack Details').click();
      await name().fill('Still here');
      await button('Next').click();
      await expect.poll(() => saved.map((pack) => pack.pack_data)).toEqual([pack_data]);
      await box('M1 Mobile').click();
      await button('Save').click();
      await expect.poll(() => saved.length).toBe(2);
      expect(dataOf(saved[1])).toMatchObject([{ id: 'm1' }]);
    },
  );

  test('[PDATA-08] a pack of a newer app is not edited', async () => {
    await show('/packs/bad/edit', { packs: [samplePack({ id: 'bad', pack_data: '{"version":3}' })] });
    await expect.element(page.getByText(/made with a newer version of the app/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'View' })).toBeVisible();
  });
});

test('fifty thousand files are a tree and a list of fewer than 200 nodes each', async () => {
  const large: ContentBundle[] = Array.from({ length: 500 }, (_, bundle) => ({
    id: `b${bundle}`,
    type: 'salestool--document_bundle',
    title: `Bundle ${bundle}`,
    availability: null,
    medias: Array.from({ length: 100 }, (_, at) =>
      file(`f${bundle}-${at}`, `File ${at} of bundle ${bundle}`),
    ),
  }));
  await show('/packs/older/edit', { contents: large });
  await filter().fill('file');
  await expect.element(page.getByText('50000 files in 500 bundles')).toBeVisible();
  const nodes = (selector: string) => document.querySelector(selector)!.querySelectorAll('*').length;
  expect(page.getByRole('treeitem').elements().length).toBeLessThan(60);
  await filter().fill('bundle 499');
  await box('Bundle 499').click();
  await expect.element(button('Remove File 0 of bundle 499')).toBeInTheDocument();
  expect(list().getByRole('listitem').elements().length).toBeLessThan(40);
  expect(nodes('[role="tree"]')).toBeLessThan(600);
});

const sizes = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const;

test.each(['light', 'dark'] as const)(
  'axe finds nothing on any step in the %s scheme, at any width',
  async (scheme) => {
    setColorScheme(scheme);
    for (const [width, height] of sizes) {
      await page.viewport(width, height);
      const { screen } = await show('/packs/older/editsend');
      await open('T3 Counter');
      await filter().fill('e');
      await button('Remove Price list').click();
      await expectNoAxeViolations(`contents at ${width}`);
      await tab('Pack Details').click();
      await name().fill('');
      await expectNoAxeViolations(`details at ${width}`);
      await name().fill('Older pack');
      await tab('Preview and Send').click();
      await expect.element(page.getByRole('textbox', { name: /^Email/ })).toBeVisible();
      await expectNoAxeViolations(`send at ${width}`);
      await screen.unmount();
    }
  },
);
