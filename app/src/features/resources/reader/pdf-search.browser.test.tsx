import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, guide, number, read, reader } from '#testing/pdf-page.ts';
import { desktop, tablet } from '#testing/show-app.tsx';

// The first document of a run brings PDF.js with it, unbundled.
vi.setConfig({ testTimeout: 60_000 });

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
