import { readPackData, writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  box,
  button,
  dataOf,
  name,
  older,
  open,
  order,
  row,
  show,
  tab,
  ticked,
  title,
} from '#testing/editor-page.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { contents, documents, mediaChild, samplePack, words } from '#testing/sample-packs.ts';
import { clearNotices, setColorScheme, tablet } from '#testing/show-app.tsx';
import { slowDevice } from '#testing/slow-device.ts';
import { draftOf, keptDraft } from '../builder/state/pack-draft.ts';

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await tablet();
});

describe('steps', () => {
  test('[PEDIT-01, PEDIT-04, PEDIT-06] a new pack starts on details; contents is closed until it is saved', async () => {
    const { saved, at } = await show('/packs/new');
    await expect.element(title('Create Pack')).toBeVisible();
    await expect.element(tab('Pack Details')).toHaveAttribute('aria-selected', 'true');
    await expect.element(tab('Pack Contents')).toBeDisabled();
    expect(page.getByRole('tab').elements()).toHaveLength(2);
    await name().fill('For Daniel');
    await button('Next').click();
    await expect.element(tab('Pack Contents')).toHaveAttribute('aria-selected', 'true');
    await expect.element(tab('Pack Contents')).toHaveFocus();
    await expect.poll(() => saved.map((pack) => pack.title)).toEqual(['For Daniel']);
    expect(saved[0]?.pack_type).toBe('private');
    await expect.poll(at).toBe(`/packs/${saved[0]?.id}/edit`);
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

  const onlyHere = { savedLocally: true, savedRemotely: false, failure: 'No response' };
  const notAtHost = 'The pack was saved locally but could not be saved to the server: No response';

  test.each([
    ['each save that succeeds', {}, 'Pack saved', 1],
    ['one that is only on this device', { outcome: onlyHere }, notAtHost, 1],
    ['none that fails', { outcome: new Error('the disk is full') }, 'Error saving pack: the disk is full', 0],
  ] as const)(
    '[LOG-07, SYNC-21] of the editor is told of and logged once: %s',
    async (_which, options, said, times) => {
      const { events } = await show('/packs/older/edit', options);
      await box('M1 Mobile').click();
      await button('Save').dblClick();
      await expect.element(page.getByText(said, { exact: true }).first()).toBeVisible();
      const saves = events.filter(({ eventTypeId }) => eventTypeId === 10);
      expect(saves.map(({ packId }) => packId)).toEqual(Array(times).fill('older'));
    },
  );

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

  test('words that the builder left unsaved are told of, saved before the pack is sent, and not dropped on the way', async () => {
    const text = (said: string) => contents(documents('d', 'Files', ['guide']), words('w', 'A word', said));
    const pack = samplePack({ id: 'built' }, text('<p>Before</p>'));
    const kept = { id: 'built', title: pack.title, notes: '', color: '', began: pack.changed };
    const draft = { ...kept, contents: writePackData(text('<p>After</p>')), state: `at ${pack.changed}` };
    const { drafts, saved } = await show('/packs/built/editsend', {
      ...{ packs: [pack], drafts: { [`pack.${sampleUser.uuid}.built`]: draft } },
    });
    await expect.element(page.getByText(/Your unsaved changes from last time are back/)).toBeVisible();
    await box('M1 Mobile').click();
    await expect.poll(() => ticked('M1 Mobile')).toBe('true');
    await box('M1 Mobile').click();
    await expect.poll(() => ticked('M1 Mobile')).toBe('false');
    expect(drafts.size).toBe(1);
    await button('Next').click();
    await expect.poll(() => saved[0]?.pack_data).toContain('After');
  });

  test('a double click on Next goes on by one step', async () => {
    const { at } = await show('/packs/older/edit');
    await tab('Pack Details').click();
    await button('Next').dblClick();
    await expect.element(tab('Pack Contents')).toHaveAttribute('aria-selected', 'true');
    await expect.element(row('T3 Counter')).toBeVisible();
    expect(at()).toBe('/packs/older/edit');
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
    await button('Back').click();
    await expect.element(page.getByRole('tree')).toBeVisible();
    await button('Next').click();
    await expect.element(page.getByRole('textbox', { name: /^Email/ })).toBeVisible();
    await button('Pack Details').click();
    await expect.element(name()).toBeVisible();
  });

  test('[NAV-31] each step of the wizard takes the focus and begins at its top', async () => {
    // A small one, so that no step fits into its window.
    await page.viewport(390, 420);
    await show('/packs/older/wizard', { configuration: { flags: { packWizard: true } } });
    const step = (of: string) => page.getByRole('region', { name: of, exact: true });
    await expect.element(name()).toBeVisible();
    await button('Next').click();
    await expect.element(step('Pack Contents')).toHaveFocus();
    await button('Next').click();
    await expect.element(step('Preview and Send')).toHaveFocus();
    await expect.element(page.getByRole('textbox', { name: /^Email/ })).toBeInTheDocument();
    scrollTo({ top: 600 });
    await expect.poll(() => scrollY).toBeGreaterThan(300);
    await button('Back').click();
    await expect.element(step('Pack Contents')).toHaveFocus();
    await expect.element(page.getByRole('tree')).toBeInTheDocument();
    expect(scrollY).toBe(0);
  });

  test.each([390, 820, 1440])(
    '[NAV-31] title, steps, preview and form begin on one line at %s px, and the preview leaves no column empty',
    async (width) => {
      await page.viewport(width, 844);
      await show('/packs/older/wizard', { configuration: { flags: { packWizard: true } } });
      await expect.element(name()).toBeVisible();
      await button('Next').click();
      await expect.element(page.getByRole('tree')).toBeVisible();
      await button('Next').click();
      const form = page.getByRole('tabpanel', { name: 'Recipient Details' });
      await expect.element(form).toBeInTheDocument();
      const edges = (element: Element | null) => {
        const { left, right } = element!.getBoundingClientRect();
        return { left: Math.round(left), right: Math.round(right) };
      };
      const preview = edges(page.getByRole('region', { name: 'Preview', exact: true }).element());
      const firstStep = page.getByRole('listitem').filter({ hasText: 'Pack Details' }).element();
      expect(edges(firstStep.querySelector('button')).left).toBe(preview.left);
      expect(edges(page.getByRole('heading', { level: 1 }).element()).left).toBe(preview.left);
      const card = form.element().parentElement;
      expect(edges(card).left).toBe(preview.left);
      const columns = card?.parentElement ?? null;
      expect(edges(columns)).toEqual(preview);
    },
  );

  test.each([390, 320])('[NAV-31] every act of the last step is within reach at %s px', async (width) => {
    await page.viewport(width, 844);
    await show('/packs/older/wizard', { configuration: { flags: { packWizard: true } } });
    await expect.element(name()).toBeVisible();
    await button('Next').click();
    await expect.element(page.getByRole('tree')).toBeVisible();
    await button('Next').click();
    for (const act of ['Cancel', 'Back', 'Link', 'Send']) {
      await expect.element(button(act)).toBeVisible();
      const { left, right } = button(act).element().getBoundingClientRect();
      expect([left >= 0, right <= width], act).toEqual([true, true]);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const tabs = page.getByRole('navigation').elements().at(-1)?.getBoundingClientRect();
    expect(tabs?.bottom).toBe(innerHeight);
    const isAboveTabs = () => button('Send').element().getBoundingClientRect().bottom <= (tabs?.top ?? 0);
    await expect.poll(isAboveTabs).toBe(true);
  });

  test('[NAV-31] with the wizard switched on new packs are made in it, and Edit & send leads there', async () => {
    const configuration = { flags: { packWizard: true } };
    const fresh = await show('/packs/new', { configuration });
    await expect.poll(fresh.at).toBe('/packs/-/wizard');
    await expect.element(name()).toBeVisible();
    await fresh.screen.unmount();
    await show('/packs/older/view', { configuration });
    await expect
      .element(page.getByRole('link', { name: 'Edit & send' }))
      .toHaveAttribute('href', expect.stringMatching(/packs\/older\/wizard$/));
  });

  test('[NAV-31, PEDIT-04] a new pack goes on through the wizard under its own address', async () => {
    const { at, saved } = await show('/packs/-/wizard', { configuration: { flags: { packWizard: true } } });
    await name().fill('Step by step');
    await button('Next').click();
    await expect.poll(() => saved.length).toBe(1);
    await expect.poll(() => saved).not.toEqual([]);
    await expect.poll(at).toBe(`/packs/${saved[0]?.id}/wizard`);
    await expect.element(page.getByRole('tree')).toBeVisible();
    expect(document.querySelector('[aria-current="step"]')?.textContent).toContain('Pack Contents');
    await expect.element(page.getByRole('region', { name: 'Pack Contents' })).toHaveFocus();
  });

  test('[NAV-31, PEDIT-04] on a slow device nothing stands in for the page that goes on, and the focus stays on the step', async () => {
    const { at, saved } = await show('/packs/-/wizard', { configuration: { flags: { packWizard: true } } });
    await name().fill('Step by step');
    await slowDevice(8);
    await button('Next').click();
    await expect.poll(() => saved.length).toBe(1);
    await expect.poll(at).toBe(`/packs/${saved[0]?.id}/wizard`);
    await expect.element(page.getByRole('tree')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Pack Contents' })).toHaveFocus();
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

  test('[PEDIT-21] a pack of version 1 of which the builder left another name unsaved stays version 1', async () => {
    const kept = keptDraft('older', { ...draftOf(older), title: 'Another name' }, { began: older.changed });
    const { saved, at } = await show('/packs/older/edit', {
      ...{ packs: [older], drafts: { [`pack.${sampleUser.uuid}.older`]: kept } },
    });
    await expect.element(page.getByText(/Your unsaved changes from last time are back/)).toBeVisible();
    await expect.element(button('Move M1 Mobile')).toBeVisible();
    await button('Save').click();
    await expect.poll(at).toBe('/packs/older/view');
    expect(saved[0]?.title).toBe('Another name');
    expect(readPackData(saved[0]?.pack_data)).toMatchObject({ version: 1 });
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

  test('[PEDIT-17, PEDIT-21] a file that stands alone in a pack of version 2 is moved by its menu and by keys, and the text above it is not', async () => {
    const data = contents(
      words('w', 'A word', '<p>Hello</p>'),
      { ...mediaChild('deck'), id: 'one' },
      { ...mediaChild('guide'), id: 'two' },
    );
    const { saved, at } = await show('/packs/newer/edit', { packs: [samplePack({ id: 'newer' }, data)] });
    const [deck, guide] = ['deck', 'guide'].map((id) => mediaChild(id).title);
    await button(`More for ${deck}`).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.poll(order).toEqual(['A word', guide, deck]);
    // A menu that closes gives the focus back.
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    (button(`Move ${guide}`).element() as HTMLElement).focus();
    for (const [key, says] of [
      [' ', `${guide} is lifted. It is 2 of 3.`],
      ['{ArrowUp}', `${guide} would be 1 of 3.`],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.element(page.getByText(says)).toBeInTheDocument();
    }
    await userEvent.keyboard(' ');
    await expect.poll(order).toEqual([guide, 'A word', deck]);
    expect(button('Move A word').elements()).toEqual([]);
    await button('Save').click();
    await expect.poll(at).toBe('/packs/newer/view');
    expect(dataOf(saved[0])).toMatchObject({
      version: 2,
      elements: [{ id: 'two' }, { id: 'w' }, { id: 'one' }],
    });
  });

  test('[PEDIT-21] a pack of version 2 that version 1 could hold stays version 2, in the order that was chosen', async () => {
    const data = contents(documents('d', 'The counter', ['guide', 'prices']), documents('m', 'M1', ['case']));
    const { saved, at } = await show('/packs/newer/edit', { packs: [samplePack({ id: 'newer' }, data)] });
    await button('More for Price list, autumn 2026').click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect.poll(() => order()[1]).toBe('Price list, autumn 2026');
    await box('M1 Mobile').click();
    await button('Save').click();
    await expect.poll(at).toBe('/packs/newer/view');
    const media = (id: string) => ({ data: { media: { id } } });
    expect(dataOf(saved[0])).toMatchObject({
      version: 2,
      elements: [
        { id: 'd', data: { medias: [media('prices'), media('guide')] } },
        { id: 'm', data: { medias: [media('case'), media('leaflet')] } },
      ],
    });
    expect(saved[0]?.medias?.map(({ id }) => id)).toEqual(['prices', 'guide', 'case', 'leaflet']);
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
    const unsaved = page.getByText('Unsaved changes');
    await expect.element(unsaved).toBeVisible();
    // As quiet as in the builder: amber is for what waits to be sent.
    const { color, fontSize } = getComputedStyle(unsaved.element());
    expect([color, fontSize]).toEqual(['rgb(97, 105, 110)', '12px']);
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
