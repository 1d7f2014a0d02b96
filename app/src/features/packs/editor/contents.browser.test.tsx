import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ContentBundle } from '#services.ts';
import {
  box,
  button,
  dataOf,
  file,
  filter,
  list,
  open,
  order,
  row,
  show,
  spoken,
  ticked,
  treeNames,
} from '#testing/editor-page.ts';
import { fingerAt, middleOf, swipe } from '#testing/hand.ts';
import { contents, documents, type SamplePackOptions, samplePack, words } from '#testing/sample-packs.ts';
import { clearNotices, desktop, phone, setColorScheme, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await tablet();
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

  test.each([
    ['a group', 'T3 Counter', 'M1 Mobile'],
    ['the last group', 'M1 Mobile', 'Price list'],
    ['the last file of the last group', 'M1 leaflet', 'Price list'],
  ])('[PEDIT-17] the focus stays in the list when %s is removed by keys', async (_what, name, beside) => {
    await show('/packs/older/edit');
    await expect.element(button(`Remove ${name}`)).toBeVisible();
    (button(`Remove ${name}`).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button(`Move ${beside}`)).toHaveFocus();
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

  test('[PEDIT-17] with the last one gone it says that nothing is in the pack, and the way back stays', async () => {
    const only = { id: 'm1', type: 'salestool--document_bundle', name: 'M1 Mobile' };
    const children = [{ id: 'leaflet', type: 'media--document', name: 'M1 leaflet' }];
    const pack_data = JSON.stringify([{ ...only, children }]);
    await show('/packs/one/edit', { packs: [samplePack({ id: 'one', pack_data })] });
    const empty = page.getByText('Nothing is in this pack yet. Tick what it is to hold.', { exact: true });
    await expect.poll(order).toEqual(['M1 Mobile', 'M1 leaflet']);
    await expect.element(empty).not.toBeInTheDocument();
    await button('Remove M1 Mobile').click();
    await expect.element(empty).toBeVisible();
    await expect.element(page.getByText('M1 Mobile was removed', { exact: true })).toBeVisible();
    await expect.element(list()).not.toBeInTheDocument();
    await button('Undo').click();
    await expect.poll(order).toEqual(['M1 Mobile', 'M1 leaflet']);
    await expect.element(button('Move M1 Mobile')).toHaveFocus();
    await expect.element(empty).not.toBeInTheDocument();
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

  test('[PEDIT-17] a file that the menu moves to the next section takes the hand along', async () => {
    const pack = samplePack(
      { id: 'two' },
      contents(documents('one', 'One', ['guide', 'prices']), documents('next', 'Next', ['case'])),
    );
    await show('/packs/two/edit', { packs: [pack] });
    await expect.element(button('More for Price list, autumn 2026')).toBeVisible();
    (button('More for Price list, autumn 2026').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Move down' })).toBeVisible();
    (page.getByRole('menuitem', { name: 'Move down' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => order()[3]).toBe('Price list, autumn 2026');
    await expect.element(button('Move Price list, autumn 2026')).toHaveFocus();
  });

  test('[PEDIT-17] a file that keys carry to the next section takes the hand along', async () => {
    const pack = samplePack(
      { id: 'two' },
      contents(documents('one', 'One', ['guide', 'prices']), documents('next', 'Next', ['case'])),
    );
    await show('/packs/two/edit', { packs: [pack] });
    const grip = button('Move Price list, autumn 2026');
    await expect.element(grip).toBeVisible();
    (grip.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.poll(spoken).toContain('Price list, autumn 2026 is lifted. It is 2 of 2 in One.');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(spoken).toContain('Price list, autumn 2026 would be 1 of 2 in Next.');
    await userEvent.keyboard(' ');
    await expect.poll(() => order()[3]).toBe('Price list, autumn 2026');
    await expect.poll(() => document.activeElement).toBe(grip.element());
  });

  test('[PEDIT-17] what is taken out leaves the hand at what can be moved beside it, and comes back below it', async () => {
    const pack = samplePack(
      { id: 'two' },
      contents(
        documents('one', 'One', ['guide']),
        documents('next', 'Next', ['case']),
        words('w', 'Words', ''),
      ),
    );
    await show('/packs/two/edit', { packs: [pack] });
    const press = async (name: string) => {
      await expect.element(button(name)).toBeVisible();
      (button(name).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    };
    await press('Remove T3 Counter product guide');
    await expect.element(button('Move Brightwater case study')).toHaveFocus();
    await press('Undo');
    await expect.element(button('Move T3 Counter product guide')).toHaveFocus();
    await press('Remove Brightwater case study');
    await expect.element(button('Move T3 Counter product guide')).toHaveFocus();
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

  test('[PEDIT-17] a finger that holds a grip carries the file, and one that swipes does not', async () => {
    await show('/packs/older/edit');
    await expect.poll(order).toHaveLength(5);
    const grip = (name: string) => button(`Move ${name}`).element();
    const carried = () => document.querySelector('[data-carried]') !== null;
    const finger = await swipe(middleOf(grip('Price list')), { x: 500, y: 120 });
    await finger.lift();
    expect(carried()).toBe(false);
    const before = await order();
    const place = middleOf(grip('T3 Counter product guide'));
    const held = await fingerAt(middleOf(grip('Price list')));
    await expect.poll(carried).toBe(true);
    await held.to({ x: place.x, y: place.y - 20 });
    await expect.poll(() => spoken().join()).toContain('1 of 2');
    await held.lift();
    await expect.poll(order).not.toEqual(before);
    expect(order().slice(1, 3)).toEqual(['Price list', 'T3 Counter product guide']);
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

describe('a channel without anything to choose', () => {
  const tree = () => page.getByRole('region', { name: 'Content of the channel' });
  const nothing = { contents: [] };
  const never = {
    ...nothing,
    channelRecord: { id: 'retail', type: 'salestool--channel', _meta: { stub: true } },
  } as const satisfies SamplePackOptions;
  const empty = () => page.getByText('This channel has nothing to choose from yet.', { exact: true });

  test('[PEDIT-15] is called so once it was taken in', async () => {
    await show('/packs/older/edit', nothing);
    await expect.element(empty()).toBeVisible();
  });

  test('[PEDIT-15] is not called so while it is on its way, whatever it is filtered by', async () => {
    await show('/packs/older/edit', never);
    await expect.element(tree().getByRole('status', { name: 'Loading' })).toBeVisible();
    await filter().fill('m1');
    await expect.element(filter()).toHaveValue('m1');
    await expect.element(tree().getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect.element(empty()).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Nothing here is called/)).not.toBeInTheDocument();
  });

  test('[PEDIT-15] is said to come when there is a signal', async () => {
    await show('/packs/older/edit', { ...never, connection: { icon: 'offline', online: false } });
    await expect
      .element(tree().getByText('This channel was not downloaded yet. It comes when you are online.'))
      .toBeVisible();
  });

  test('[PEDIT-15] says what kept it from coming, with a way to ask again', async () => {
    const { calls } = await show('/packs/older/edit', {
      ...never,
      load: async () => ({ ok: false, failure: 'No response' }),
    });
    await expect.element(tree().getByText(/not been downloaded yet: No response/)).toBeVisible();
    await tree().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => calls).toContain('load channel retail again');
  });

  test('[PEDIT-15] that is not the active one has to be opened', async () => {
    const transit = samplePack({ id: 'gate', channel: { type: 'salestool--channel', id: 'transit' } });
    const { at } = await show('/packs/gate/edit', { ...never, packs: [transit] });
    await expect.element(tree().getByText(/^The channel of this pack is not on this device/)).toBeVisible();
    await tree().getByRole('button', { name: 'Open the channel' }).click();
    await expect.poll(at).toBe('/');
  });

  test('[PEDIT-15] that is not the active one and is here is called empty', async () => {
    const transit = samplePack({ id: 'gate', channel: { type: 'salestool--channel', id: 'transit' } });
    await show('/packs/gate/edit', { ...nothing, packs: [transit] });
    await expect.element(empty()).toBeVisible();
    await expect.element(tree().getByRole('button', { name: 'Open the channel' })).not.toBeInTheDocument();
  });
});

test('of fifty thousand files only the rows in sight are on the page', async () => {
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
