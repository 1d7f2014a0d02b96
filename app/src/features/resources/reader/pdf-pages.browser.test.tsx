import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, guide, number, read, reader } from '#testing/pdf-page.ts';
import { desktop, phone, tablet } from '#testing/show-app.tsx';

// The first document of a run brings PDF.js with it, unbundled.
vi.setConfig({ testTimeout: 60_000 });

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
