import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleChannels } from '#testing/sample-content.ts';
import { contents, samplePack, samplePackServices, words } from '#testing/sample-packs.ts';
import { clearNotices, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const lines = Array.from({ length: 120 }, (_, at) => `<p>Line ${at}</p>`).join('');
const text = `<p><a href="#prices">To the prices</a> <a href="#nowhere">To nothing</a>
  <a href="https://velden.example/offer">The offer</a>
  <a href="https://velden.example/self" target="_self">The other offer</a>
  <a href="javascript:window.hacked = true">Run</a> <a href="data:text/html,x">Data</a>
  <a href="#office">To the office</a> <a name="office" href="https://velden.example/office">The office</a>
  <a href="mailto:nora@velden.example">Write</a></p>${lines}<p><a name="prices">Prices</a></p>${lines}`;

/** What the browser will do with the next press on a link; it is kept from doing it. */
function watchPress(type: 'click' | 'auxclick') {
  const seen: { target: string; rel: string; isStopped: boolean }[] = [];
  const press = (event: Event) => {
    const link = event.composedPath().find((each) => (each as Element).nodeName === 'A') as HTMLAnchorElement;
    if (!link) return;
    seen.push({ target: link.target, rel: link.rel, isStopped: event.defaultPrevented });
    event.preventDefault();
  };
  window.addEventListener(type, press, { once: true });
  return seen;
}

const middleClick = () =>
  new MouseEvent('auxclick', { button: 1, bubbles: true, composed: true, cancelable: true });
const inTab = { target: '_blank', rel: 'noopener noreferrer', isStopped: false };

async function showPack(...texts: string[]) {
  const sections = texts.map((html, at) => words(`w${at}`, 'Words', html));
  const pack = samplePack({ id: 'linked', title: 'Linked' }, contents(...sections));
  const shown = await showWorld('/packs/linked/view', samplePackServices({ packs: [pack] }));
  const frame = page.getByRole('region', { name: 'The page of Linked as the prospect sees it' });
  await expect.element(frame).toBeVisible();
  const root = () => frame.element().shadowRoot;
  const written = () => [...(root()?.querySelectorAll('.words') ?? [])].map(({ textContent }) => textContent);
  await expect.poll(() => written().filter((words) => words.includes('Line 119'))).toHaveLength(texts.length);
  const link = (words: string) =>
    [...root()!.querySelectorAll<HTMLAnchorElement>('.words a')].find(
      ({ textContent }) => textContent === words,
    )!;
  return { ...shown, link, root };
}

describe('links in a pack', () => {
  test('one to a place of the text shows it, and the view stays where it is', async () => {
    const { link, at, root } = await showPack(text);
    const before = location.href;
    link('To the prices').focus();
    await userEvent.keyboard('{Enter}');
    const place = () => link('Prices').getBoundingClientRect().top;
    await expect.poll(() => place() >= 0 && place() < innerHeight).toBe(true);
    // By keys it goes on from there.
    expect(root()?.activeElement).toBe(link('Prices'));
    link('To nothing').click();
    link('To the prices').dispatchEvent(middleClick());
    expect([at(), location.href]).toEqual(['/packs/linked/view', before]);
  });

  test('one to a place in a part of which nothing was drawn yet shows that place', async () => {
    const begin = '<p><a href="#end">To the end</a> Line 119</p>';
    const end = `${lines}<p><a name="end">The end</a></p>${lines}`;
    const parts = [begin, ...Array.from({ length: 38 }, () => lines), end];
    const { link } = await showPack(...parts);
    link('To the end').click();
    await expect.poll(() => Math.abs(link('The end').getBoundingClientRect().top)).toBeLessThan(2);
  });

  test('one to another link goes on by keys from there, and leaves that among what keys come to', async () => {
    const { link, root } = await showPack(text);
    link('To the office').click();
    expect(root()?.activeElement).toBe(link('The office'));
    expect(link('The office').tabIndex).toBe(0);
  });

  test.each(['The offer', 'The other offer'])(
    '%s opens in a tab of its own, and the app stays',
    async (words) => {
      const { link } = await showPack(text);
      const byHand = watchPress('click');
      link(words).click();
      expect(byHand).toEqual([inTab]);
      const byMiddleButton = watchPress('auxclick');
      link(words).dispatchEvent(middleClick());
      expect(byMiddleButton).toEqual([inTab]);
    },
  );

  test('a mail is left to the device, and nothing runs', async () => {
    const { link } = await showPack(text);
    const seen = watchPress('click');
    link('Write').click();
    expect(seen).toEqual([{ target: '', rel: '', isStopped: false }]);
    for (const words of ['Run', 'Data']) expect(link(words).hasAttribute('href')).toBe(false);
  });

  test('in a preview one leads to its place, and no other leads away', async () => {
    const pack = samplePack({ id: 'linked', title: 'Linked' }, contents(words('w', 'Words', text)));
    await showWorld('/packs/linked/send', samplePackServices({ packs: [pack] }));
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const inside = () => document.querySelector('iframe')?.contentDocument;
    await expect.poll(() => inside()?.body.textContent, { timeout: 15_000 }).toContain('Line 119');
    const links = [...inside()!.querySelectorAll<HTMLAnchorElement>('.words a')];
    const link = (words: string) => links.find(({ textContent }) => textContent === words)!;
    link('To the prices').click();
    const { innerHeight } = document.querySelector('iframe')!.contentWindow!;
    await expect.poll(() => link('Prices').getBoundingClientRect().top < innerHeight).toBe(true);
    link('The other offer').click();
    expect(link('The other offer').target).toBe('_blank');
    expect(inside()?.body.textContent).toContain('Line 119');
  });
});

test('[HTML-02] the links of a channel’s news lead to its own places or into a tab of their own', async () => {
  const news = `<a href="#late">Later</a> <a href="https://velden.example/">Velden</a>${lines}<a name="late">Late</a>`;
  const channels = sampleChannels.map((channel) => ({ ...channel, newsHtml: news }));
  const { at } = await showWorld('/', samplePackServices({ channels }));
  const before = location.href;
  await page.getByRole('link', { name: 'Later', exact: true }).click();
  const late = page.getByText('Late', { exact: true });
  await expect.poll(() => late.element().getBoundingClientRect().top < innerHeight).toBe(true);
  expect([at(), location.href]).toEqual(['/', before]);
  const seen = watchPress('click');
  (page.getByRole('link', { name: 'Velden', exact: true }).element() as HTMLElement).click();
  expect(seen).toEqual([inTab]);
});
