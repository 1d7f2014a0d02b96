import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '#services.ts';
import { sampleMedias } from '#testing/sample-content.ts';
import { samplePdf } from '#testing/sample-pdf.ts';
import {
  desktop,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showApp,
  tablet,
} from '#testing/show-app.tsx';

const [guide] = sampleMedias as [MediaView];
const addresses: string[] = [];

afterEach(() => {
  for (const address of addresses.splice(0)) URL.revokeObjectURL(address);
});

/** The guide of the sample bundle with these bytes. */
function documentOf(bytes: Blob): MediaView {
  const url = URL.createObjectURL(bytes);
  addresses.push(url);
  return { ...guide, url };
}

const words = ['The counter terminal', 'What is in the box', 'Counter and kitchen', 'Prices', 'Who to ask'];
const reader = () => page.getByRole('dialog', { name: guide.name });
const number = () => reader().getByRole('textbox', { name: 'Page', exact: true });
/** The first document of a run brings PDF.js with it, unbundled. */
const firstPage = () => expect.element(number(), { timeout: 40_000 }).toHaveValue('1');
vi.setConfig({ testTimeout: 60_000 });
const button = (name: string) => reader().getByRole('button', { name, exact: true });
const shown = () => document.querySelectorAll('.pdfViewer .page[data-loaded] canvas').length;

async function read(bytes = samplePdf({ pages: words })) {
  const app = await showApp('/content/t3?read=guide', { medias: [documentOf(bytes)] });
  await firstPage();
  await expect.poll(shown).toBeGreaterThan(0);
  return app;
}

test('Read here opens a PDF over the window, is an event, and the way back is named', async () => {
  const { events, history } = await showApp('/content/t3', {
    medias: [documentOf(samplePdf({ pages: words }))],
  });
  await page.getByRole('button', { name: `Read here: ${guide.name}` }).click();
  await firstPage();
  await expect.element(reader().getByText('of 5')).toBeVisible();
  await expect.element(reader().getByRole('heading', { name: guide.name })).toBeVisible();
  await expect.element(reader().getByText('PDF, 4.2 MB')).toBeVisible();
  expect(history.location.search).toBe('?read=guide');
  expect(events.at(-1)).toMatchObject({ eventTypeId: 31, mediaId: 'guide' });
  await button('Back to T3 Counter').click();
  await expect.element(page.getByRole('table')).toBeVisible();
  await expect.element(reader()).not.toBeInTheDocument();
  expect(history.location.search).toBe('');
});

test('only what can be shown as it is offers Read here; at its own address everything else says so', async () => {
  await showApp('/content/t3?read=deck');
  await expect
    .element(page.getByText('Documents of this kind cannot be shown here.', { exact: true }))
    .toBeVisible();
  await expect
    .element(page.getByRole('alert').getByRole('link', { name: 'Open in a tab of its own' }))
    .toHaveAttribute('href', 'https://host.example/files/deck/deck.pptx');
  await userEvent.keyboard('{Escape}');
  await expect
    .element(page.getByRole('button', { name: 'Read here: Pitch deck for cafés' }))
    .not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: `Read here: ${guide.name}` })).toBeVisible();
});

test('pages are turned by button, number, rail and key', async () => {
  await read();
  await button('Next page').click();
  await expect.element(number()).toHaveValue('2');
  await number().fill('4');
  await userEvent.keyboard('{Enter}');
  await expect.element(number()).toHaveValue('4');
  await button('Page 3').click();
  await expect.element(number()).toHaveValue('3');
  await expect.element(button('Page 3')).toHaveAttribute('aria-current', 'page');
  await reader()
    .getByRole('region', { name: guide.name })
    .click({ position: { x: 5, y: 5 } });
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(number()).toHaveValue('4');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(number()).toHaveValue('2');
  await userEvent.keyboard('{End}');
  await expect.element(number()).toHaveValue('5');
  await expect.element(button('Next page')).toBeDisabled();
  await userEvent.keyboard('{Home}');
  await expect.element(number()).toHaveValue('1');
});

test('arrows move a page that is wider than its room, and turn it again once it is not', async () => {
  await read();
  const stage = reader().getByRole('region', { name: guide.name });
  const element = () => stage.element() as HTMLElement;
  await expect.element(stage).toHaveFocus();
  for (let steps = 0; steps < 12; steps++) await userEvent.keyboard('+');
  await expect.poll(() => element().scrollWidth - element().clientWidth).toBeGreaterThan(200);
  element().scrollLeft = 0;
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(() => element().scrollLeft).toBeGreaterThan(0);
  await expect.element(number()).toHaveValue('1');
  await userEvent.keyboard('0');
  await expect.poll(() => element().scrollWidth - element().clientWidth).toBe(0);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(number()).toHaveValue('2');
});

test('by keyboard the document is one stop, however many pages it has', async () => {
  await desktop();
  await read();
  const texts = () => document.querySelectorAll('.textLayer span').length;
  await expect.poll(texts).toBeGreaterThan(0);
  await expect.poll(() => document.querySelectorAll('.textLayer[tabindex]').length).toBe(0);
  const pages = reader().getByRole('region', { name: guide.name });
  (pages.element() as HTMLElement).focus();
  await userEvent.tab();
  await expect.element(button('Back to T3 Counter')).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(pages).toHaveFocus();
});

test('the rail is there from 1024 px on', async () => {
  await read();
  await expect.element(button('Page 2')).toBeVisible();
  await page.viewport(1023, 800);
  await expect.element(button('Page 2')).not.toBeInTheDocument();
});

test('it zooms, fits the width or the whole page, and stays fitted when the window changes', async () => {
  await read();
  const widthOf = () => document.querySelector('.pdfViewer .page')?.clientWidth ?? 0;
  const heightOf = () => document.querySelector('.pdfViewer .page')?.clientHeight ?? 0;
  const stage = () => reader().getByRole('region', { name: guide.name }).element();
  const zoom = async (name: string) => {
    await reader()
      .getByRole('button', { name: /^Zoom \d+ %$/ })
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  await zoom('As printed');
  await expect.element(button('Zoom 100 %')).toBeVisible();
  await expect.poll(widthOf).toBe(560);
  await button('Larger').click();
  await expect.element(button('Zoom 110 %')).toBeVisible();
  await button('Smaller').click();
  await button('Smaller').click();
  await expect.element(button('Zoom 90 %')).toBeVisible();
  await zoom('Whole page');
  await expect.poll(() => Math.abs(heightOf() - stage().clientHeight) < 30).toBe(true);
  await zoom('Whole width');
  await expect.poll(() => Math.abs(widthOf() - stage().clientWidth) < 60).toBe(true);
  await page.viewport(820, 1180);
  await expect.poll(() => Math.abs(widthOf() - stage().clientWidth) < 60).toBe(true);
});

test('words are found in all pages, marked, gone through by key, and can be selected', async () => {
  await read();
  await userEvent.keyboard('{Control>}f{/Control}');
  const field = reader().getByRole('textbox', { name: 'Search in the document' });
  await expect.element(field).toHaveFocus();
  await field.fill('counter');
  await expect.element(reader().getByText('1 of 2', { exact: true })).toBeVisible();
  await expect.poll(() => document.querySelector('.textLayer .highlight')?.textContent).toBe('counter');
  await userEvent.keyboard('{Enter}');
  await expect.element(reader().getByText('2 of 2', { exact: true })).toBeVisible();
  await expect.element(number()).toHaveValue('3');
  await field.fill('lawnmower');
  await expect.element(reader().getByText('No match')).toBeVisible();
  // Escape leaves the search, not the document.
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(number()).toBeVisible();
  const line = page.getByText('Counter and kitchen').element();
  getSelection()?.selectAllChildren(line);
  expect(getSelection()?.toString()).toBe('Counter and kitchen');
  getSelection()?.removeAllRanges();
});

test('keys of an input method go through no matches and close nothing', async () => {
  await read();
  await userEvent.keyboard('{Control>}f{/Control}');
  const field = reader().getByRole('textbox', { name: 'Search in the document' });
  await field.fill('counter');
  await expect.element(reader().getByText('1 of 2', { exact: true })).toBeVisible();
  for (const key of ['Enter', 'Escape'])
    field
      .element()
      .dispatchEvent(
        new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }),
      );
  await expect.element(field).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(reader().getByText('2 of 2', { exact: true })).toBeVisible();
});

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('the place of the pages does not change while a PDF comes, %s', async (_, size) => {
  await size();
  const places = new Set<string>();
  let wasEmpty = false;
  const watch = () => {
    const stage = document.querySelector('[role="region"]:has(.pdfViewer)');
    if (stage) {
      const { left, top } = stage.getBoundingClientRect();
      places.add(`${left} ${top}`);
      wasEmpty ||= stage.querySelector('.page') === null;
    }
    frame = requestAnimationFrame(watch);
  };
  let frame = requestAnimationFrame(watch);
  await read();
  cancelAnimationFrame(frame);
  expect(wasEmpty).toBe(true);
  expect([...places]).toHaveLength(1);
  await tablet();
});

test('the search lies over nothing, and what is read stays under the eye', async () => {
  await desktop();
  await read();
  const page3 = () =>
    document.querySelector('.pdfViewer .page[data-page-number="3"]')?.getBoundingClientRect().top;
  await button('Page 3').click();
  await expect.element(number()).toHaveValue('3');
  const before = page3();
  await userEvent.keyboard('{Control>}f{/Control}');
  const field = reader().getByRole('textbox', { name: 'Search in the document' });
  await expect.element(field).toHaveFocus();
  const stage = reader().getByRole('region', { name: guide.name }).element().getBoundingClientRect();
  expect(document.querySelector('search')?.getBoundingClientRect().bottom).toBeLessThan(stage.top);
  expect(page3()).toBe(before);
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  expect(page3()).toBe(before);
  await tablet();
});

test('full screen leaves the page alone with a control that fades after two seconds and comes back', async () => {
  await read();
  await button('Full screen').click();
  await expect.element(reader().getByRole('heading')).not.toBeInTheDocument();
  const leave = button('Leave full screen');
  const opacity = () => getComputedStyle(leave.element().parentElement as Element).opacity;
  await expect.poll(opacity).toBe('0');
  await userEvent.keyboard('{PageDown}');
  await expect.element(number()).toHaveValue('2');
  await expect.poll(opacity).toBe('1');
  await leave.click();
  await expect.element(reader().getByRole('heading')).toBeVisible();
  await expect.element(number()).toHaveValue('2');
});

test('a PDF of 1,000 pages keeps few canvases, however far one goes', async () => {
  await read(samplePdf({ pages: Array.from({ length: 1000 }, (_, at) => `Sheet ${at + 1}`) }));
  const canvases = () => reader().element().querySelectorAll('canvas').length;
  for (const to of [40, 80, 500, 510, 520, 530, 540, 550, 560, 1000]) {
    await number().fill(String(to));
    await userEvent.keyboard('{Enter}');
    await expect.element(number()).toHaveValue(String(to));
    await expect.element(page.getByText(`Sheet ${to}`, { exact: true })).toBeVisible();
    expect(canvases()).toBeLessThan(40);
  }
  expect(reader().element().querySelectorAll('nav li').length).toBeLessThan(20);
});

test('scripts of a PDF never run, and its links lead to the web only', async () => {
  let said = '';
  const { alert } = window;
  window.alert = (text) => {
    said = String(text);
  };
  await read(
    samplePdf({ pages: words, script: 'app.alert("from the document")', link: 'javascript:alert(1)' }),
  );
  await button('Next page').click();
  await expect.element(number()).toHaveValue('2');
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  expect(loaded.filter((name) => /sandbox|quickjs/.test(name))).toEqual([]);
  expect(document.querySelector('.pdfViewer a[href^="javascript"]')).toBeNull();
  expect(said).toBe('');
  window.alert = alert;
});

test('links of a PDF open in a tab of their own, which learns nothing about this one', async () => {
  await read(samplePdf({ pages: words, link: 'https://velden.example/t3' }));
  await expect
    .poll(() => document.querySelector('.annotationLayer a')?.getAttribute('target'))
    .toBe('_blank');
  const link = document.querySelector('.annotationLayer a');
  expect(link?.getAttribute('href')).toBe('https://velden.example/t3');
  expect(link?.getAttribute('rel')).toContain('noopener');
});

test('a damaged, a locked and a missing PDF say so, with the way on', async () => {
  const refusal = async (medias: MediaView[], text: RegExp, way: string, role: 'link' | 'button') => {
    const { screen } = await showApp('/content/t3?read=guide', { medias });
    await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
    await expect.element(page.getByRole('alert').getByRole(role, { name: way })).toBeVisible();
    await screen.unmount();
  };
  const elsewhere = 'Open in a tab of its own';
  const damaged = new Blob(['<html>not a PDF</html>'], { type: 'application/pdf' });
  await refusal([documentOf(damaged)], /^This document is damaged/, elsewhere, 'link');
  const locked = samplePdf({ pages: words, isLocked: true });
  await refusal([documentOf(locked)], /^This document is protected by a password/, elsewhere, 'link');
  const gone = documentOf(damaged);
  URL.revokeObjectURL(gone.url as string);
  await refusal([gone], /the server could not be reached/, 'Try again', 'button');
});

const hosted = 'https://files.example/guide.pdf';
const sheets = Array.from({ length: 8 }, (_, at) => `Sheet ${at + 1}`);

/** A host that gives a document in parts, refuses it, is away, or takes questions and says nothing. */
async function serve(pdf = samplePdf({ pages: sheets, padding: 200_000 })) {
  const host = {
    whole: await pdf.arrayBuffer(),
    says: 200 as 200 | 403 | 'away' | 'nothing',
    tokens: [] as string[],
    signals: [] as AbortSignal[],
  };
  const { fetch } = window;
  onTestFinished(() => {
    window.fetch = fetch;
  });
  window.fetch = async (asked, init) => {
    const { origin, pathname, search } = new URL(
      asked instanceof Request ? asked.url : String(asked),
      location.href,
    );
    if (origin + pathname !== hosted) return fetch(asked, init);
    host.tokens.push(search);
    if (init?.signal) host.signals.push(init.signal);
    if (host.says === 'away') throw new TypeError('Failed to fetch');
    if (host.says === 'nothing')
      return new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      );
    if (host.says === 403) return new Response('no', { status: 403 });
    const [, from, to] = /(\d+)-(\d+)/.exec(new Headers(init?.headers).get('range') ?? '') ?? [];
    const bytes = from === undefined ? host.whole : host.whole.slice(Number(from), Number(to) + 1);
    return new Response(bytes, {
      status: from === undefined ? 200 : 206,
      headers: { 'content-length': String(bytes.byteLength), 'accept-ranges': 'bytes' },
    });
  };
  return host;
}

/** Shows a hosted document where there is no rail, whose previews would ask for all of it. */
async function readHosted(medias: MediaView[] = [{ ...guide, url: hosted }]) {
  await page.viewport(1023, 800);
  const app = await showApp('/content/t3?read=guide', { medias });
  await firstPage();
  await expect.element(page.getByText('Sheet 1', { exact: true })).toBeVisible();
  const setOnline = (online: boolean) => app.connection.set({ ...app.connection.current(), online });
  const turnTo = async (page: number) => {
    await number().fill(String(page));
    await userEvent.keyboard('{Enter}');
    await expect.element(number()).toHaveValue(String(page));
  };
  return { ...app, setOnline, turnTo };
}

const waiting = () => reader().getByText(/^Pages are waiting for the connection/);
const sheet = (number: number) => page.getByText(`Sheet ${number}`, { exact: true });

test.each([
  ['did not bring', 'by themselves', 'away'],
  ['brings nothing of', 'at once when the host is back', 'nothing'],
] as const)('pages that the line %s are waited for and said to be, and come %s', async (_, __, says) => {
  const host = await serve();
  const { setOnline, turnTo } = await readHosted();
  host.says = says;
  setOnline(says === 'away');
  await turnTo(6);
  await expect.element(waiting()).toBeVisible();
  expect(sheet(6).query()).toBeNull();
  host.says = 200;
  setOnline(true);
  await expect.element(sheet(6)).toBeVisible();
  await expect.element(waiting()).not.toBeInTheDocument();
});

test('nothing is asked any more for a document that was closed while its pages were waited for', async () => {
  const host = await serve();
  const { turnTo } = await readHosted();
  host.says = 'nothing';
  await turnTo(6);
  const isOver = () => host.signals.every(({ aborted }) => aborted);
  await expect.poll(isOver).toBe(false);
  await userEvent.keyboard('{Escape}');
  await expect.poll(isOver).toBe(true);
});

test('pages that the host refuses are said to be, and another try goes on at the same page', async () => {
  const host = await serve();
  const { turnTo } = await readHosted();
  host.says = 403;
  await turnTo(6);
  await expect.element(reader().getByText(/does not give out the rest of this document/)).toBeVisible();
  host.says = 200;
  await button('Try again').click();
  await expect.element(sheet(6)).toBeVisible();
  await expect.element(number()).toHaveValue('6');
  await expect.element(button('Try again')).not.toBeInTheDocument();
});

const refused = () => reader().getByText(/does not give out the rest of this document/);

test('what is there of a PDF stays while another try is refused, and the rest is waited for further', async () => {
  const host = await serve();
  const { turnTo, setOnline } = await readHosted();
  host.says = 403;
  await turnTo(6);
  await expect.element(refused()).toBeVisible();
  await turnTo(1);
  host.tokens.length = 0;
  await button('Try again').click();
  // The document as a whole, and the part that is missing.
  await expect.poll(() => host.tokens.length).toBeGreaterThanOrEqual(2);
  await expect.element(button('Try again')).not.toHaveAttribute('aria-busy');
  await expect.element(sheet(1)).toBeVisible();
  await expect.element(refused()).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
  await turnTo(6);
  host.says = 200;
  setOnline(false);
  setOnline(true);
  await expect.element(sheet(6)).toBeVisible();
  await expect.element(refused()).not.toBeInTheDocument();
});

test('another try shows the document that lies there by now, at the same page and as large', async () => {
  const host = await serve();
  const { turnTo } = await readHosted();
  await button('Larger').click();
  const size = reader().getByRole('button', { name: /^Zoom \d+ %$/ });
  const zoom = size.element().getAttribute('aria-label') ?? '';
  const shorter = samplePdf({ pages: sheets.map((words) => `New ${words}`), padding: 100_000 });
  host.whole = await shorter.arrayBuffer();
  await turnTo(8);
  await expect.element(refused()).toBeVisible();
  await button('Try again').click();
  await expect.element(page.getByText('New Sheet 8', { exact: true })).toBeVisible();
  await expect.element(number()).toHaveValue('8');
  await expect.element(button(zoom)).toBeVisible();
  await expect.element(button('Try again')).not.toBeInTheDocument();
  await expect.element(reader().getByRole('region', { name: guide.name })).toHaveFocus();
});

test('a token that changes in the address throws nobody back, and what is still to come is asked for by it', async () => {
  const host = await serve();
  const medias = [{ ...guide, url: `${hosted}?token=1` }];
  const { services, turnTo } = await readHosted(medias);
  await turnTo(3);
  medias[0] = { ...guide, url: `${hosted}?token=2` };
  await services.bundles.load('t3');
  await expect
    .element(reader().getByRole('link', { name: 'Open in a tab of its own' }))
    .toHaveAttribute('href', `${hosted}?token=2`);
  await expect.element(number()).toHaveValue('3');
  await expect.element(sheet(3)).toBeVisible();
  host.tokens.length = 0;
  await turnTo(8);
  await expect.element(sheet(8)).toBeVisible();
  expect(new Set(host.tokens)).toEqual(new Set(['?token=2']));
});

test('a line that goes while a PDF is opened, and a host that never answers, say so', async () => {
  const { loadPdf, problemOf } = await import('./pdf/open-pdf.ts');
  const host = await serve();
  const problem = async () => {
    const { promise } = loadPdf({ address: () => hosted, onWait: () => {}, silenceMs: 50 });
    const { signal } = new AbortController();
    return problemOf(await promise.catch((error: unknown) => error), hosted, signal);
  };
  const { fetch } = window;
  for (const then of ['away', 'nothing'] as const) {
    host.says = 200;
    window.fetch = async (asked, init) => {
      const answer = await fetch(asked, init);
      host.says = then;
      return answer;
    };
    expect(await problem()).toBe('unreachable');
  }
  window.fetch = fetch;
  expect(await problem()).toBe('unreachable');
});

test('nothing is asked any more about a document that was closed before it was known why it is not shown', async () => {
  const { problemOf } = await import('./pdf/open-pdf.ts');
  const host = await serve();
  host.says = 'nothing';
  const leaving = new AbortController();
  const problem = problemOf(new Error('what PDF.js says of everything'), hosted, leaving.signal);
  const isOver = () => host.signals.every(({ aborted }) => aborted);
  await expect.poll(() => host.signals.length).toBe(1);
  expect(isOver()).toBe(false);
  leaving.abort();
  expect(isOver()).toBe(true);
  await problem;
});

test.each(['light', 'dark'] as const)('axe finds nothing in the reader in the %s scheme', async (scheme) => {
  setColorScheme(scheme);
  for (const resize of [phone, () => page.viewport(820, 1180), desktop]) {
    await resize();
    const { screen } = await read();
    await expectNoAxeViolations();
    await button('Search in the document').click();
    await expect.element(reader().getByRole('textbox', { name: 'Search in the document' })).toHaveFocus();
    await expectNoAxeViolations();
    await screen.unmount();
  }
  await tablet();
});
