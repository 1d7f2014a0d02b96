import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SearchHit } from '#services.ts';
import { openDatabase } from '#storage/database.ts';
import { createChannelSearch } from '#sync/search/channel-search.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import {
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showApp,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

const fileOf = (filename: string, mime: string, url: string | null = `https://host.example/${filename}`) => ({
  type: 'media--document' as const,
  filename,
  mime,
  url,
});

const hit = (id: string, changes: Partial<SearchHit> = {}): SearchHit => ({
  kind: 'file',
  id,
  title: `Counter ${id}`,
  bundleId: 't3',
  bundleTitle: 'T3 Counter',
  snippet: '',
  matches: ['counter'],
  thumbnailUrl: null,
  fileTypeLabel: 'PDF',
  file: fileOf('guide.pdf', 'application/pdf'),
  ...changes,
});

const three = [
  hit('guide', { snippet: 'all about the <b>counter</b>' }),
  hit('t3', { kind: 'bundle', fileTypeLabel: '', file: null }),
  hit('calculator', { kind: 'app', fileTypeLabel: '', file: null }),
];

const find = async () => three;
const field = () => page.getByRole('combobox', { name: 'Search this channel' });
const options = () => page.getByRole('option');
const openByKeys = () => userEvent.keyboard('{Control>}k{/Control}');

async function searching(search: { find: () => Promise<SearchHit[]> } = { find }) {
  const app = await showApp('/', { search });
  await expect.element(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await openByKeys();
  await expect.element(field()).toHaveFocus();
  await userEvent.type(field(), 'counter');
  return app;
}

test('from the header, as one types, results show what matches and where they are', async () => {
  await showApp('/', { search: { find } });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.element(field()).toHaveFocus();
  await userEvent.type(field(), 'counter');
  await expect
    .element(options().first())
    .toHaveTextContent('Counter guidein T3 Counter · all about the <b>counter</b>PDF');
  const marks = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marks).toEqual(['Counter', 'counter', 'Counter', 'Counter']);
  await expect.element(page.getByRole('status').filter({ hasText: '3 results' })).toBeInTheDocument();
});

test('arrows choose, Enter opens, Escape leaves', async () => {
  const { at } = await searching();
  await expect.element(options().first()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(options().nth(2)).toHaveAttribute('aria-selected', 'true');
  const active = document.getElementById(field().element().getAttribute('aria-activedescendant') ?? '');
  expect(active).toBe(options().nth(2).element());
  await userEvent.keyboard('{Enter}');
  await expect.poll(at).toBe('/apps/calculator');
  await expect.element(field()).not.toBeInTheDocument();
  await openByKeys();
  await expect.element(field()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
});

test('keys of an input method choose and open nothing', async () => {
  const { at } = await searching();
  await expect.element(options().first()).toHaveAttribute('aria-selected', 'true');
  for (const key of ['ArrowDown', 'Enter'])
    field()
      .element()
      .dispatchEvent(
        new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }),
      );
  await expect.element(options().first()).toHaveAttribute('aria-selected', 'true');
  await expect.element(field()).toBeVisible();
  expect(at()).toBe('/');
});

test('of fifty results those with room are drawn, and the others when they are scrolled or stepped to', async () => {
  const fifty = Array.from({ length: 50 }, (_, at) => hit(`number ${at}`));
  await searching({ find: async () => [...fifty] });
  await expect.element(options().first()).toHaveAttribute('aria-setsize', '50');
  const drawn = () => options().elements().length;
  expect(drawn()).toBeLessThan(20);
  const scroller = page.getByRole('listbox').element().parentElement as HTMLElement;
  expect(scroller.scrollHeight).toBeGreaterThan(50 * 60);
  scroller.scrollTop = scroller.scrollHeight;
  await expect.element(options().nth(49)).toBeVisible();
  await userEvent.type(field(), 's');
  await expect.poll(() => scroller.scrollTop).toBe(0);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(options().nth(49)).toHaveAttribute('aria-selected', 'true');
  await expect.element(options().nth(49)).toBeVisible();
});

test('Enter means what the whole words find, however late that comes, and not what their beginning found', async () => {
  const late = Promise.withResolvers<SearchHit[]>();
  const { at } = await showApp('/', {
    search: { find: (_channel, words) => (words === 'calculator' ? late.promise : find()) },
  });
  await expect.element(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await openByKeys();
  await userEvent.type(field(), 'calc');
  await expect.element(options().first()).toBeVisible();
  await userEvent.type(field(), 'ulator{Enter}');
  await expect.element(field()).toBeVisible();
  late.resolve([hit('calculator', { kind: 'app', fileTypeLabel: '', file: null })]);
  await expect.poll(at).toBe('/apps/calculator');
  await expect.element(field()).not.toBeInTheDocument();
});

test('a bundle opens on its page', async () => {
  const { at, events } = await searching();
  await options().nth(1).click();
  await expect.poll(at).toBe('/content/t3');
  expect(events.some(({ eventTypeId }) => eventTypeId === 31)).toBe(false);
});

test('[LOG-06, DOC-17] a document opens in the reader of its bundle, with an event as everywhere', async () => {
  const opened = vi.spyOn(window, 'open').mockImplementation(() => null);
  onTestFinished(() => opened.mockRestore());
  const { history, events } = await searching();
  await options().first().click();
  await expect.poll(() => history.location.href).toBe('/content/t3?read=guide');
  await expect.element(page.getByRole('dialog', { name: 'T3 Counter product guide' })).toBeVisible();
  await expect
    .poll(() => events)
    .toContainEqual(
      expect.objectContaining({
        description: 'Resource view: Counter guide',
        channelId: 'retail',
        mediaId: 'guide',
      }),
    );
  expect(opened).not.toHaveBeenCalled();
});

test('[LOG-06, DOC-17] what only another app can show opens by its address, with an event', async () => {
  const opened = vi.spyOn(window, 'open').mockImplementation(() => null);
  onTestFinished(() => opened.mockRestore());
  const slides = hit('slides', { file: fileOf('slides.ppt', 'application/vnd.ms-powerpoint') });
  const { events, at } = await searching({ find: async () => [slides] });
  await options().first().click();
  expect(opened).toHaveBeenCalledWith('https://host.example/slides.ppt', '_blank', 'noopener,noreferrer');
  expect(events.at(-1)).toMatchObject({
    description: 'Resource view: Counter slides',
    channelId: 'retail',
    mediaId: 'slides',
  });
  expect(at()).toBe('/');
});

test('a picture opens in the viewer of its bundle, and closing it stays there', async () => {
  const file = { ...fileOf('front.jpg', 'image/jpeg'), type: 'media--image' as const };
  const { history } = await searching({ find: async () => [hit('front', { fileTypeLabel: 'JPEG', file })] });
  await expect.element(options().first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => history.location.href).toBe('/content/t3?file=front');
});

test('no address that could run a script is ever opened', async () => {
  const opened = vi.spyOn(window, 'open').mockImplementation(() => null);
  onTestFinished(() => opened.mockRestore());
  const file = fileOf('bad.zip', 'application/zip', 'javascript:alert(1)');
  const { history } = await searching({ find: async () => [hit('bad', { file })] });
  await options().first().click();
  await expect.poll(() => history.location.href).toBe('/content/t3');
  expect(opened).not.toHaveBeenCalled();
});

test('nothing found and a search that does not work are said', async () => {
  const { screen } = await searching({ find: async () => [] });
  await expect.element(page.getByText('Nothing here matches “counter”')).toBeVisible();
  await screen.unmount();
  await searching({ find: () => Promise.reject(new Error('no worker')) });
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('The search does not work on this device: no worker');
});

test('a search that works again shows what it finds', async () => {
  let works = false;
  await searching({ find: () => (works ? find() : Promise.reject(new Error('no worker'))) });
  await expect.element(page.getByRole('alert')).toBeVisible();
  works = true;
  await userEvent.type(field(), 's');
  await expect.element(options().first()).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('the device’s Back closes it with its page, and the title of the next has the focus', async () => {
  const { history } = await showApp('/content', { search: { find } });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible();
  history.push('/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus();
  await openByKeys();
  await expect.element(field()).toHaveFocus();
  history.back();
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Resources' })).toHaveFocus();
});

test('a page that was asked for before it opened comes below it, and the typing goes on', async () => {
  const world = samplePackServices({ search: { find } });
  const { get } = world.services.packs;
  const late = Promise.withResolvers<void>();
  world.services.packs.get = async (id) => {
    await late.promise;
    return get(id);
  };
  const { history } = await showWorld('/', world);
  await expect.element(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  history.push('/packs/brightwater/send');
  await expect.element(page.getByRole('status', { name: 'Loading the pack' })).toBeInTheDocument();
  await openByKeys();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('coun');
  late.resolve();
  await expect.poll(() => document.querySelector('h1')).not.toBeNull();
  await userEvent.keyboard('ter');
  await expect.element(field()).toHaveValue('counter');
  await expect.element(field()).toHaveFocus();
});

test('a channel switched in another window is searched for the same words, and nothing of the other stays', async () => {
  const late = Promise.withResolvers<SearchHit[]>();
  const { session } = await showApp('/', {
    search: { find: (channel) => (channel === 'retail' ? find() : late.promise) },
  });
  await expect.element(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await openByKeys();
  await userEvent.type(field(), 'counter');
  await expect.element(options().first()).toBeVisible();
  session.set({ ...session.current(), activeChannelId: 'transit' });
  await expect.element(options()).not.toBeInTheDocument();
  late.resolve([hit('of transit')]);
  await expect.element(page.getByRole('option', { name: /of transit/ })).toBeVisible();
  await expect.element(field()).toHaveFocus();
});

test('closed it gives the focus back to what had it before', async () => {
  await showApp('/', { search: { find } });
  await expect.element(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  const door = page.getByRole('main').getByRole('link', { name: /^Resources/ });
  (door.element() as HTMLElement).focus();
  await openByKeys();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(door).toHaveFocus();
});

test.each(['light', 'dark'] as const)('axe finds nothing in the search, %s', async (scheme) => {
  setColorScheme(scheme);
  for (const size of [phone, tablet]) {
    await size();
    const { screen } = await searching();
    await expect.element(options().first()).toBeVisible();
    await expectNoAxeViolations(`${scheme} search`);
    await screen.unmount();
  }
});

test('the worker searches what this device has, and what came meanwhile', async () => {
  const database = openDatabase();
  onTestFinished(() => database.dexie.delete());
  const bundles = [{ type: 'salestool--document_bundle' as const, id: 'b' }];
  const bundle = (title: string, pulled: number) =>
    database
      .records('salestool--document_bundle')
      .put({ id: 'b', type: 'salestool--document_bundle', title, pulled });
  await database
    .records('salestool--channel')
    .put({ id: 'c', type: 'salestool--channel', pulled: 1, bundles });
  await bundle('Counter', 1);
  const search = createChannelSearch({ origin: location.origin });
  await search.prepare('c');
  expect((await search.find('c', 'count')).map(({ title }) => title)).toEqual(['Counter']);
  await bundle('Mobile', 2);
  await search.prepare('c');
  expect((await search.find('c', 'mobile')).map(({ title }) => title)).toEqual(['Mobile']);
  expect(await search.find('nowhere', 'mobile')).toEqual([]);
});
