import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  desktop,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showApp,
  tablet,
} from '#testing/show-app.tsx';

const configuration = { tours: true };
const dialog = () => page.getByRole('dialog');

/** Words come at once, light with the next frame: until then no button of the tour does anything. */
const isLit = () => {
  const box = document.querySelector('.driver-active-element')?.getBoundingClientRect();
  if (!box || !document.querySelector('.driver-overlay')) return false;
  const met = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return met !== null && met.closest('.driver-overlay') === null;
};

async function press(name: string) {
  await expect.poll(isLit).toBe(true);
  await dialog().getByRole('button', { name, exact: true }).click();
}

/** Titles in their order, by pressing on to the end. */
async function walk(): Promise<string[]> {
  const titles: string[] = [];
  for (;;) {
    await expect.element(dialog()).toBeVisible();
    const [words = ''] = [document.querySelector('.driver-popover-title')?.textContent];
    titles.push(words);
    const isLast = document.querySelector('.driver-popover-next-btn')?.textContent === 'Done';
    await press(isLast ? 'Done' : 'Next');
    if (isLast) return titles;
    await expect.poll(() => document.querySelector('.driver-popover-title')?.textContent).not.toBe(words);
  }
}

test('[HOME-10, TOUR-02, TOUR-03, CONST-15] at the first home the tour shows the way round, and is over once it was walked', async () => {
  await tablet();
  const { preferences, screen } = await showApp('/', { configuration });
  expect(await walk()).toEqual(['Resources', 'Apps', 'Packs', 'Connection', 'Refresh', 'You']);
  await expect.poll(() => preferences.get('tours')).toEqual({ home: 1 });
  await expect.element(dialog()).not.toBeInTheDocument();
  await screen.unmount();
  await showApp('/', { configuration, preferences: Object.fromEntries(preferences) });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('[TOUR-02] who saw a lower version sees it again; closed is seen', async () => {
  await tablet();
  const { preferences } = await showApp('/', {
    configuration,
    preferences: { tours: { home: 0, other: 1 } },
  });
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => preferences.get('tours')).toEqual({ home: 1, other: 1 });
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('[TOUR-02] who closes it in the very moment in which it comes has seen it', async () => {
  await tablet();
  const closing = new MutationObserver(() => {
    if (!document.querySelector('.driver-popover')) return;
    closing.disconnect();
    window.dispatchEvent(new KeyboardEvent('keyup', { key: 'Escape' }));
  });
  closing.observe(document.body, { childList: true });
  const { preferences } = await showApp('/', { configuration });
  await expect.poll(() => preferences.get('tours')).toEqual({ home: 1 });
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('[TOUR-01] without tours in the configuration none comes', async () => {
  await showApp('/', { configuration: { tours: false } });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('what a step means is lit, and nothing of what stands beside it', async () => {
  await desktop();
  await showApp('/', { configuration });
  const heading = () => document.querySelector('.driver-popover-title')?.textContent;
  for (const next of ['Apps', 'Packs', 'Connection']) {
    await expect.element(dialog()).toBeVisible();
    await press('Next');
    await expect.poll(heading).toBe(next);
  }
  await expect.poll(isLit).toBe(true);
  const date = page.getByRole('banner').getByText(/2026/).element().getBoundingClientRect();
  const hidden = document.elementFromPoint(date.left + 1, date.top + date.height / 2);
  expect(hidden?.closest('.driver-overlay')).not.toBeNull();
  await press('Next');
  await expect.poll(heading).toBe('Refresh');
  await expect.poll(isLit).toBe(true);
  const refresh = page.getByRole('banner').getByRole('button', { name: 'Refresh' }).element();
  const { right, top, height } = refresh.getBoundingClientRect();
  const around = document.elementFromPoint(right + 3, top + height / 2);
  expect(around?.closest('.driver-overlay')).toBeNull();
});

test('[DOC-02, TOUR-03] the tour of documents comes with the files and skips what a phone has no room for', async () => {
  await tablet();
  const wide = await showApp('/content/t3', { configuration });
  expect(await walk()).toEqual(['Table or grid', 'Search', 'Columns', 'A file']);
  await expect.poll(() => wide.preferences.get('tours')).toEqual({ documents: 1 });
  await wide.screen.unmount();
  await phone();
  await showApp('/content/t3', { configuration });
  expect(await walk()).toEqual(['Table or grid', 'A file']);
});

test('[TOUR-02] a device that is turned shows the step at its place in the other layout', async () => {
  const title = () => document.querySelector('.driver-popover-title')?.textContent;
  const lit = () => document.querySelector('.driver-active-element');
  await phone();
  await showApp('/', { configuration });
  await expect.element(dialog()).toBeVisible();
  await press('Next');
  await expect.poll(title).toBe('Apps');
  expect(lit()?.closest('nav')).not.toBeNull();
  expect(page.getByRole('banner').element().contains(lit())).toBe(false);
  await desktop();
  await expect.poll(() => page.getByRole('banner').element().contains(lit())).toBe(true);
  expect(title()).toBe('Apps');
  const [popover, meant] = [dialog().element(), lit() as Element].map((each) => each.getBoundingClientRect());
  expect(popover?.top).toBeGreaterThanOrEqual(meant?.bottom ?? Number.NaN);
  expect(popover?.left).toBeLessThan(meant?.right ?? Number.NaN);
  expect(popover?.right).toBeGreaterThan(meant?.left ?? Number.NaN);
  expect(await walk()).toEqual(['Apps', 'Packs', 'Connection', 'Refresh', 'You']);
});

test('[DOC-02] a device that is turned goes on with the next step where the one that was shown has no room', async () => {
  const title = () => document.querySelector('.driver-popover-title')?.textContent;
  await tablet();
  const { preferences } = await showApp('/content/t3', { configuration });
  await expect.element(dialog()).toBeVisible();
  await press('Next');
  await expect.poll(title).toBe('Search');
  await phone();
  await expect.poll(title).toBe('A file');
  expect(dialog().element().textContent).toContain('2 of 2');
  await press('Done');
  await expect.poll(() => preferences.get('tours')).toEqual({ documents: 1 });
});

test('leaving the page takes the tour away, which is not seen yet', async () => {
  await tablet();
  const { history, preferences } = await showApp('/', { configuration });
  await expect.element(dialog()).toBeVisible();
  history.push('/packs');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(preferences.get('tours')).toBeUndefined();
});

test('the keyboard walks it, and the focus is in it', async () => {
  await tablet();
  await showApp('/', { configuration });
  await expect.element(dialog()).toBeVisible();
  await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
  expect(document.activeElement?.textContent).toBe('Next');
  await expect.poll(isLit).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => dialog().element().textContent).toContain('2 of 6');
});

test.each(['light', 'dark'] as const)('axe finds nothing in a tour, %s', async (scheme) => {
  setColorScheme(scheme);
  for (const size of [phone, tablet]) {
    await size();
    const { screen } = await showApp('/', { configuration });
    await expect.element(dialog()).toBeVisible();
    await expectNoAxeViolations(`${scheme} tour`);
    await screen.unmount();
  }
});
