import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '#services.ts';
import { button, documentOf, firstPage, guide, number, read, reader, words } from '#testing/pdf-page.ts';
import { samplePdf } from '#testing/sample-pdf.ts';
import {
  desktop,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showApp,
  tablet,
} from '#testing/show-app.tsx';

// The first document of a run brings PDF.js with it, unbundled.
vi.setConfig({ testTimeout: 60_000 });

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
