import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '#services.ts';
import { button, firstPage, guide, number, reader } from '#testing/pdf-page.ts';
import { sampleWord } from '#testing/sample-office.ts';
import { samplePdf } from '#testing/sample-pdf.ts';
import { showApp } from '#testing/show-app.tsx';

// The first document of a run brings PDF.js with it, unbundled.
vi.setConfig({ testTimeout: 60_000 });

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

const region = () => reader().getByRole('region', { name: guide.name });
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
  // Behind it no page is on its way when the document goes.
  await turnTo(8);
  await expect.element(sheet(8)).toBeVisible();
});

test('who tried again stands in the document when the line goes meanwhile', async () => {
  const host = await serve();
  const { turnTo } = await readHosted();
  host.says = 403;
  await turnTo(6);
  await expect.element(refused()).toBeVisible();
  // Not before the press: parts that were asked for just then would be waited for, and take the button away.
  const goes = () => {
    host.says = 'away';
  };
  button('Try again').element().addEventListener('click', goes, { capture: true, once: true });
  await button('Try again').click();
  await expect.element(waiting()).toBeVisible();
  await expect.element(region()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(reader()).not.toBeInTheDocument();
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
  await expect.element(region()).toHaveFocus();
});

test.each([
  ['said to be found in', 'Sheet', /^1 of [1-7]$/],
  ['sought in', 'New', 'Searching …'],
])(
  'words that are %s a document are sought in the one that another try shows instead',
  async (_, sought, before) => {
    const host = await serve();
    await readHosted();
    // All but the parts of the last pages, at a bound of those that are asked for.
    host.whole = host.whole.slice(0, 786_432);
    await button('Search in the document').click();
    const field = reader().getByRole('textbox', { name: 'Search in the document' });
    await field.fill(sought);
    await expect.element(refused()).toBeVisible();
    await expect.element(reader().getByText(before)).toBeVisible();
    const other = samplePdf({ pages: sheets.map((words) => `New ${words}`), padding: 90_000 });
    host.whole = await other.arrayBuffer();
    await button('Try again').click();
    await expect.element(reader().getByText('1 of 8', { exact: true })).toBeVisible();
    await expect
      .poll(() => document.querySelector('.textLayer .highlight.selected')?.textContent)
      .toBe(sought);
    await button('Next match').click();
    await expect.element(reader().getByText('2 of 8', { exact: true })).toBeVisible();
  },
);

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

test.each([
  ['a PDF', {}],
  ['a Word document', { mime: sampleWord([], hosted).type }],
])('keys are heard while %s that did not come is tried again', async (_, kind) => {
  const host = await serve();
  host.says = 'away';
  await showApp('/content/t3?read=guide', { medias: [{ ...guide, url: hosted, ...kind }] });
  // The first document of a run brings PDF.js with it, unbundled.
  await expect.element(button('Try again'), { timeout: 40_000 }).toBeVisible();
  host.says = 'nothing';
  await button('Try again').click();
  await expect.element(reader().getByRole('status', { name: 'Opening the document' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(reader()).not.toBeInTheDocument();
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
