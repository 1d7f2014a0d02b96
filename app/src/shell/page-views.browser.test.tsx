import './page-views.tsx';
import './profile-menu.tsx';
import '#ui/feedback-dialog.tsx';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleChannels, sampleUser } from '#testing/sample-content.ts';
import type { SampleOptions } from '#testing/sample-options.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import { showWorld } from '#testing/show-app.tsx';

/** A tag manager that says what it was told, and what it could reach of the app. */
const tagManager = `data:text/javascript,${encodeURIComponent(`
  const say = (entry) => parent.postMessage({ heard: entry }, '*');
  const reached = [];
  try { parent.document.title; reached.push('page'); } catch {}
  localStorage.setItem('mine', 'kept');
  if (localStorage.getItem('satchel-session') !== null) reached.push('session');
  const push = dataLayer.push.bind(dataLayer);
  dataLayer.push = (entry) => { say(entry); return push(entry); };
  for (const entry of dataLayer) say(entry);
  say({ reached, kept: localStorage.getItem('mine'), cookie: document.cookie });
`)}`;

const heard: Record<string, unknown>[] = [];
const listen = ({ data }: MessageEvent) => data?.heard && heard.push(data.heard);
beforeEach(() => {
  heard.length = 0;
  addEventListener('message', listen);
});
afterEach(() => removeEventListener('message', listen));

const views = () => heard.filter(({ event }) => event === 'page_view');
const frames = () => [...document.querySelectorAll('iframe[hidden]')];

const show = (path: string, options: SampleOptions = {}) =>
  showWorld(path, samplePackServices({ ...options, configuration: { analytics: tagManager } }));

const sections = [
  ['/', 'home', 'home'],
  ['/content/t3', 'content__bundle', 'resources'],
  ['/content', 'content__index', 'all resources'],
  ['/apps/portal', 'apps__app', 'experience'],
  ['/apps', 'apps__index', 'all experiences'],
  ['/packs/brightwater/view', 'packs__pack__view', 'personalize'],
  ['/packs/brightwater/send', 'packs__pack__send', 'personalize'],
  ['/packs/brightwater/build', 'packs__pack__build', 'personalize'],
  ['/packs', 'packs__index', 'all packs'],
  ['/settings', 'settings', null],
  ['/nowhere', 'not_found', null],
] as const;

test('[TOUR-04, TOUR-05, TOUR-07] each page is told once, by its section and the user, without address or title', async () => {
  const { history } = await show('/');
  for (const [at, [path]] of sections.entries()) {
    if (at > 0) history.push(path);
    await expect.poll(() => views().length, { message: path }).toBe(at + 1);
  }
  expect(views()).toEqual(
    sections.map(([, name, section]) => ({
      event: 'page_view',
      page: name,
      section,
      user_id: sampleUser.uuid,
    })),
  );
});

test('[PVIEW-08, PVIEW-09] a file that is opened in the view of a pack is told as a page, each time', async () => {
  await show('/packs/brightwater/view');
  await expect.poll(views).toHaveLength(1);
  const frame = page.getByRole('region', { name: /^The page of Brightwater/ });
  await expect.poll(() => frame.element().shadowRoot?.querySelector('a[data-media-id="case"]')).toBeTruthy();
  const file = frame.element().shadowRoot!.querySelector<HTMLAnchorElement>('a[data-media-id="case"]')!;
  file.addEventListener('click', (event) => event.preventDefault());
  file.click();
  await expect.poll(views).toHaveLength(2);
  file.click();
  await expect.poll(views).toHaveLength(3);
  const told = { event: 'page_view', page: 'media', section: 'personalize', user_id: sampleUser.uuid };
  expect(views().slice(1)).toEqual([told, told]);
});

test('[TOUR-07] the tag manager is alone in its frame: neither page nor session is in its reach', async () => {
  localStorage.setItem('satchel-session', 'of nora');
  await show('/content');
  await expect.poll(views).toHaveLength(1);
  expect(heard).toContainEqual({ reached: [], kept: 'kept', cookie: '' });
  expect(heard[0]).toMatchObject({ event: 'gtm.js' });
  expect(localStorage.getItem('mine')).toBeNull();
});

test('[TOUR-07, CHAN-03] in a live learning channel there is no tag manager', async () => {
  const [retail, transit] = sampleChannels;
  const { history, session } = await show('/content', {
    channels: [retail!, transit!],
    session: { activeChannelId: 'transit' },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible();
  history.push('/packs');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Packs' })).toBeVisible();
  expect(frames()).toEqual([]);
  session.set({ ...session.current(), activeChannelId: 'retail' });
  history.push('/settings');
  await expect.poll(views).toHaveLength(1);
  expect(views()[0]).toMatchObject({ page: 'settings' });
});

test('[TOUR-07, CHAN-03] whoever comes back from a live learning channel is not told the page of before once more', async () => {
  const [retail, transit] = sampleChannels;
  const { history, session } = await show('/content', { channels: [retail!, transit!] });
  await expect.poll(views).toHaveLength(1);
  session.set({ ...session.current(), activeChannelId: 'transit' });
  await expect.poll(frames).toEqual([]);
  session.set({ ...session.current(), activeChannelId: 'retail' });
  history.push('/settings');
  await expect.poll(() => views().at(-1)).toMatchObject({ page: 'settings' });
  expect(views().map((view) => view.page)).toEqual(['content__index', 'settings']);
});

test('[TOUR-09] without an address there is no tag manager', async () => {
  const { history } = await showWorld('/content', samplePackServices());
  await expect.element(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible();
  history.push('/packs');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Packs' })).toBeVisible();
  expect(frames()).toEqual([]);
  expect(heard).toEqual([]);
});

const widget = 'https://widget.example/widget.js';

test('[TOUR-06] a feedback widget opens in a frame without the app’s origin', async () => {
  await showWorld('/settings', samplePackServices({ configuration: { feedback: widget } }));
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Feedback' }).click();
  const frame = page.getByRole('dialog', { name: 'Feedback' }).getByTitle('Feedback');
  await expect.element(frame).toBeVisible();
  expect(frame.element().getAttribute('sandbox')).not.toContain('allow-same-origin');
  expect(frame.element().getAttribute('srcdoc')).toContain(`<script async src="${widget}">`);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(frame).not.toBeInTheDocument();
});

test('[TOUR-06] the device’s Back closes the feedback widget with its page, and the title of the next has the focus', async () => {
  const { history } = await showWorld(
    '/content',
    samplePackServices({ configuration: { feedback: widget } }),
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible();
  history.push('/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus();
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Feedback' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Feedback' })).toBeVisible();
  history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Resources' })).toHaveFocus();
});
