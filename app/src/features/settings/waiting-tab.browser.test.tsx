import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LastPush, WaitingItem } from '#services.ts';
import { sampleNow, sampleUser, sampleWaiting } from '#testing/sample-content.ts';
import type { SampleOptions } from '#testing/sample-options.ts';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { expectCleanAtEveryWidth, setColorScheme, showApp, showWorld } from '#testing/show-app.tsx';

const panel = () => page.getByRole('tabpanel');
const button = (name: string) => panel().getByRole('button', { name, exact: true });
const cells = () =>
  panel()
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent ?? ''));

/** As computed styles write it. */
function colorOf(token: string) {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

async function showWaiting(options: SampleOptions = {}) {
  const shown = await showApp('/settings', options);
  await page.getByRole('tab', { name: /^Waiting/ }).click();
  return shown;
}

test('[SET-10, SET-16] unsent items by Title and Updated: a message by its subject, a signature by its name', async () => {
  await showWaiting();
  await expect.element(panel().getByRole('columnheader', { name: 'Title' })).toBeVisible();
  await expect.element(panel().getByRole('columnheader', { name: 'Updated' })).toBeVisible();
  const titles = cells().map(([title]) => title);
  expect(titles).toContain('Your quote from VeldenMessage to Ingrid Berg, Hotel Aurelia');
  expect(titles).toContain('Nora LindqvistSignature');
  expect(cells().find(([title]) => title?.startsWith('Your quote'))?.[1]).toMatch(/2026/);
});

test('[SET-10] Push takes three messages, and what came of it is told to whoever pushed', async () => {
  const { calls, lastPush } = await showWaiting();
  await expect.element(panel().getByText('Nothing was pushed since the app started.')).toBeVisible();
  await button('Push').click();
  expect(calls).toContain('push 3');
  await expect.element(panel().getByText(/Signatures 1 of 1, Packs 2 of 2, Messages 3 of 4$/)).toBeVisible();
  const later: LastPush = {
    ...{ at: sampleNow, ownerId: sampleUser.uuid },
    ...{ signatures: [0, 0], packs: [0, 0], messages: [1, 1] },
  };
  lastPush.set(later);
  await expect.element(panel().getByText(/Messages 1 of 1$/)).toBeVisible();
  lastPush.set({ ...later, ownerId: 'of somebody else' });
  await expect.element(panel().getByText('Nothing was pushed since the app started.')).toBeVisible();
});

test('[SET-10] Refresh reads the list again', async () => {
  const { services } = await showWaiting();
  let reads = 0;
  const { items } = services.waiting;
  services.waiting.items = () => {
    reads += 1;
    return items();
  };
  await button('Refresh').click();
  await expect.poll(() => reads).toBeGreaterThan(0);
});

test('what was refused stands first, with its reason and its ways out', async () => {
  await showWaiting();
  await expect.element(panel().getByText(/This value is not a valid email address/)).toBeVisible();
  await expect
    .element(panel().getByRole('link', { name: 'Edit' }).first())
    .toHaveAttribute('href', '/packs/p2/send?message=m1');
  expect(cells()[1]?.[0]).toMatch(/^Brightwater Cafés/);
  await button('Try again').click();
  await expect.element(panel().getByText(/not a valid email address/)).not.toBeInTheDocument();
});

test('[F4] what the device cannot let go again says so and stays', async () => {
  const { services } = await showWaiting();
  services.waiting.retry = () => Promise.reject(new Error('This device has no space left.'));
  await button('Try again').click();
  await expect
    .element(
      page.getByRole('alert').getByText('It still stands where it was: This device has no space left.'),
    )
    .toBeVisible();
  await expect.element(panel().getByText(/not a valid email address/)).toBeVisible();
});

test.each([
  ['edit', { packBuilder2Enabled: false }],
  ['edit', {}],
  ['build', { packBuilder2Default: true }],
])('[PBUILD-21] a pack that was refused is edited on its page to %s with %j', async (page_, flags) => {
  const refused: WaitingItem = {
    ...{ type: 'salestool--pack', id: 'p1', title: 'Offer', subtitle: 'Pack', updated: sampleNow },
    ...{ state: 'refused', reason: 'The title is too long.', packId: 'p1' },
  };
  await showWaiting({ waiting: [refused], configuration: { flags } });
  await expect
    .element(panel().getByRole('link', { name: 'Edit' }))
    .toHaveAttribute('href', `/packs/p1/${page_}`);
});

test('a refused change of a message that went out is tried again or given up, and not written anew', async () => {
  const change: WaitingItem = {
    ...{ type: 'salestool--message', id: 'm9', title: 'daniel@brightwater.example', subtitle: 'Offer' },
    ...{ updated: sampleNow, state: 'refused', reason: 'Not so often.', packId: 'p1', isChange: true },
  };
  await showWaiting({ waiting: [change] });
  await expect
    .element(panel().getByText('Try this change again or discard it.', { exact: false }))
    .toBeVisible();
  await expect.element(button('Try again')).toBeVisible();
  await expect.element(panel().getByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  await button('Discard').click();
  const words = 'Give up this change of daniel@brightwater.example? The server keeps what it has.';
  await expect.element(page.getByRole('dialog').getByText(words)).toBeVisible();
});

test.each([
  ['salestool--message', { packNoSend: true }],
  ['salestool--pack', { packNoEdit: true }],
] as const)('[PERM-06, PERM-10] a refused %s is not offered to be edited with %j', async (type, flags) => {
  const refused: WaitingItem = {
    ...{ type, id: 'p1', title: 'Offer', subtitle: '', updated: sampleNow },
    ...{ state: 'refused', reason: 'No.', packId: 'p1' },
  };
  await showWaiting({ waiting: [refused], configuration: { flags } });
  await expect.element(button('Discard')).toBeVisible();
  await expect.element(panel().getByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
});

test('[SYNC-38] an item that comes nowhere says so below its name', async () => {
  const reason = 'It could not be brought to the server yet. It is tried again by itself.';
  await showWaiting({ waiting: [{ ...(sampleWaiting[1] as WaitingItem), reason }] });
  await expect.element(panel().getByRole('row', { name: new RegExp(reason) })).toBeVisible();
  await expect.element(button('Discard')).not.toBeInTheDocument();
  await expectCleanAtEveryWidth();
});

test('[SYNC-38] what the server answers is said of a message, too, that may have reached it', async () => {
  const reason = 'The server answered: Broken (500). It is tried again by itself.';
  const broken = { ...(sampleWaiting[2] as WaitingItem), reason, hasAnswer: true, mayHaveLeft: true };
  await showWaiting({ waiting: [broken] });
  await expect.element(panel().getByText(reason)).toBeVisible();
});

test('a message whose answer was lost is said to have come there, perhaps', async () => {
  const words = 'It may have reached the server. It is tried again by itself.';
  const lost = {
    ...(sampleWaiting[2] as WaitingItem),
    reason: 'It could not be brought there',
    mayHaveLeft: true,
  };
  await showWaiting({ waiting: [lost] });
  await expect.element(panel().getByRole('row', { name: new RegExp(words) })).toBeVisible();
  await expect.element(panel().getByText(lost.reason)).not.toBeInTheDocument();
});

test.each([
  ['refused', { packId: null }, /^Its pack is not on this device any more, .*Try again or discard it\./],
  ['refused', { mayHaveLeft: true }, /^It cannot be corrected here\./],
  ['asks', { packId: null }, /^Send it as it is, or discard it\./],
] as const)(
  'a %s message with %j is not told to be corrected where it cannot be',
  async (state, about, hint) => {
    const message: WaitingItem = {
      ...{ type: 'salestool--message', id: 'm', title: 'Offer', subtitle: '', updated: sampleNow },
      ...{ state, reason: 'No.', packId: 'p1', ...about },
    };
    await showWaiting({ waiting: [message] });
    await expect.element(panel().getByText(hint)).toBeVisible();
    await expect.element(button('Discard')).toBeVisible();
    await expect.element(panel().getByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  },
);

test.each(['light', 'dark'] as const)(
  'a message that waits for a word is not shown as refused in the %s scheme, and titles stand below theirs',
  async (scheme) => {
    setColorScheme(scheme);
    const asks: WaitingItem = {
      ...{ type: 'salestool--message', id: 'asks', title: 'An offer', subtitle: 'Message to Mia Laurent' },
      ...{ updated: sampleNow, state: 'asks', reason: 'It has waited.', packId: 'p1' },
    };
    const { screen } = await showWaiting({ waiting: [asks] });
    const reason = panel().getByText('It has waited.');
    await expect.element(reason).toBeVisible();
    expect(getComputedStyle(reason.element()).color).toBe(colorOf('--satchel-warn'));
    const start = (element: Element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return words.getBoundingClientRect().left;
    };
    const head = panel().getByRole('columnheader', { name: 'Title' }).element();
    expect(start(head)).toBeCloseTo(start(panel().getByText('An offer').element()));
    await expectCleanAtEveryWidth();
    await screen.unmount();
    setColorScheme('light');
  },
);

test('discarding asks first, since the item is nowhere else', async () => {
  await showWaiting();
  await button('Discard').click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText('Brightwater Cafés is only on this device. Discard it for good?'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(panel().getByText('Brightwater Cafés')).toBeVisible();
  await button('Discard').click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect.element(panel().getByText('Brightwater Cafés')).not.toBeInTheDocument();
});

test('discarding what the server may have is said to take it from there as well', async () => {
  const [, , , refused] = sampleWaiting;
  await showWaiting({ waiting: [{ ...refused!, mayBeThere: true }] });
  await button('Discard').click();
  const question = `${refused!.title} may have reached the server. Discard it for good, there as well?`;
  await expect.element(page.getByRole('dialog').getByText(question, { exact: true })).toBeVisible();
});

test('who acts by keyboard goes on at the row beside the one that went, or at the tab', async () => {
  const [signature, pack, message, refused] = sampleWaiting as [
    WaitingItem,
    WaitingItem,
    WaitingItem,
    WaitingItem,
  ];
  const also = { ...refused, id: 'm9', title: 'Your terminals' };
  await showWaiting({ waiting: [signature, pack, message, refused, also] });
  const rowOf = (title: string) => panel().getByRole('rowgroup').filter({ hasText: title });
  const discard = rowOf(refused.title).getByRole('button', { name: 'Discard' });
  (discard.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('dialog');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(rowOf(also.title).getByRole('button', { name: 'Discard' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(rowOf(also.title).getByText('waiting', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('tab', { name: /^Waiting/ })).toHaveFocus();
});

test('what cannot be discarded stays, and why is told', async () => {
  const { services } = await showWaiting();
  vi.spyOn(services.waiting, 'discard').mockRejectedValue(new Error('Application is offline'));
  await button('Discard').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByText('It was not discarded: Application is offline')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(panel().getByText('Brightwater Cafés')).toBeVisible();
});

test.each([
  [
    'was never on the server',
    {},
    '2 messages with this pack wait, too. Without the pack they cannot go out.',
  ],
  ['is on the server', { pulled: sampleNow }, null],
])('discarding a pack that %s tells of messages that wait for it', async (_where, known, told) => {
  const pack = { type: 'salestool--pack', id: 'fresh' } as const;
  const item = (type: WaitingItem['type'], id: string, state: WaitingItem['state']): WaitingItem => ({
    ...{ type, id, state, title: id, subtitle: '', updated: sampleNow, reason: null, packId: 'fresh' },
  });
  const message = { type: 'salestool--message', pack } as const;
  const { pulled: _, ...fresh } = samplePack({ id: 'fresh', title: 'Fresh' });
  await showWorld(
    '/settings',
    samplePackServices({
      packs: [{ ...fresh, ...known }],
      messages: ['one', 'two'].map((id) => ({ ...message, id })),
      waiting: [
        item('salestool--pack', 'fresh', 'refused'),
        item('salestool--message', 'one', 'waiting'),
        item('salestool--message', 'two', 'waiting'),
      ],
    }),
  );
  await page.getByRole('tab', { name: /^Waiting/ }).click();
  await button('Discard').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/Discard it for good/)).toBeVisible();
  if (told) await expect.element(dialog.getByText(told, { exact: true })).toBeVisible();
  else await expect.element(dialog.getByText(/cannot go out/)).not.toBeInTheDocument();
});

test('with nothing waiting it says so and has nothing to push', async () => {
  await showWaiting({ waiting: [] });
  await expect.element(panel().getByText('Everything is on the server.')).toBeVisible();
  await expect.element(button('Push')).toBeDisabled();
});

test('of many that wait each page shows fifty, refused ones first; the tab counts them all', async () => {
  const message = (at: number): WaitingItem => ({
    ...{ type: 'salestool--message', id: `many-${at}`, title: `Offer ${at}`, subtitle: 'Message' },
    ...{ updated: sampleNow + at, state: 'waiting', reason: null, packId: 'p1' },
  });
  const many = Array.from({ length: 120 }, (_, at) => message(at));
  const { services } = await showWaiting({ waiting: many });
  const titles = () =>
    cells()
      .slice(1)
      // The row below each has what can be done.
      .filter((row) => row.length > 1)
      .map(([title]) => title);
  const steps = { back: button('Previous page'), on: button('Next page') };
  await expect.element(page.getByRole('tab', { name: 'Waiting 120' })).toBeVisible();
  await expect.element(panel().getByText('1–50 of 120')).toBeVisible();
  expect(titles()).toEqual(many.slice(0, 50).map(({ title }) => `${title}Message`));
  await expect.element(steps.back).toBeDisabled();

  await steps.on.click();
  await steps.on.click();
  await expect.element(panel().getByText('101–120 of 120')).toBeVisible();
  await expect.poll(titles).toEqual(many.slice(100).map(({ title }) => `${title}Message`));
  await expect.element(steps.on).toBeDisabled();

  // They go out while somebody looks at the last page: the one before takes its place.
  for (const item of many.slice(90)) await services.waiting.discard(item);
  await expect.element(panel().getByText('51–90 of 90')).toBeVisible();
  await expect.poll(titles).toEqual(many.slice(50, 90).map(({ title }) => `${title}Message`));
  await steps.back.click();
  await expect.poll(titles).toEqual(many.slice(0, 50).map(({ title }) => `${title}Message`));
  await expect.element(page.getByRole('tab', { name: 'Waiting 90' })).toBeVisible();
});
