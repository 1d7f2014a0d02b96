import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '#services.ts';
import { sampleMedias } from '#testing/sample-content.ts';
import { sampleExcel, sampleWord } from '#testing/sample-office.ts';
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

async function read(bytes: Blob) {
  const url = URL.createObjectURL(bytes);
  addresses.push(url);
  return showApp('/content/t3?read=guide', { medias: [{ ...guide, mime: bytes.type, url }] });
}

/** The first document of a run brings its reader with it, unbundled. */
const inTime = { timeout: 20_000 };
const paper = () => page.frameLocator(page.getByTitle(guide.name));
/** Only hands reach into a frame without rights: what takes a click is there and can be seen. */
const reads = (words: string) => paper().getByText(words).click(inTime);
const srcdoc = () => document.querySelector('iframe')?.srcdoc ?? '';

// First of all: later the reader is there at once, and no frame stands in for it.
test('Escape leaves a document although its reader had to be fetched first', async () => {
  const { history } = await read(sampleExcel(0));
  await expect.element(page.getByRole('cell', { name: '€ 1,249.50' }), inTime).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => history.location.href).toBe('/content/t3');
});

test('a Word document is read as text, off the page, and said to be without its layout', async () => {
  await read(
    sampleWord(['Acceptance contract', 'Between the bank and the shop'], 'https://velden.example/more'),
  );
  await reads('Between the bank and the shop');
  await expect.element(page.getByText(/layout, headers and footers are left out/)).toBeVisible();
  expect(srcdoc()).toContain('<a href="https://velden.example/more">More</a>');
  const frame = document.querySelector('iframe');
  expect(frame?.getAttribute('sandbox')).not.toMatch(/scripts|forms|top-navigation/);
  expect(srcdoc()).toContain("default-src 'none'");
});

test('clauses of a Word document have the numbers that they are cited by, in one list', async () => {
  await read(sampleWord([], 'https://velden.example', ['Terms', 'What Velden does', 'What it costs']));
  await reads('1.2 What it costs');
  expect(srcdoc()).toContain(
    '<h2 dir="auto">1 Terms</h2><ol dir="auto"><li>1.1 What Velden does</li><li>1.2 What it costs</li></ol>',
  );
});

test('a hostile Word document is only words', async () => {
  await read(sampleWord(['&lt;script&gt;parent.hacked = 1&lt;/script&gt;'], 'javascript:alert(1)'));
  await reads('<script>parent.hacked = 1</script>');
  expect(srcdoc()).toContain('More');
  expect(srcdoc()).not.toMatch(/javascript:|<script/i);
  expect('hacked' in window).toBe(false);
});

test('Escape leaves a Word document from inside its text too', async () => {
  const { history } = await read(sampleWord(['Acceptance contract'], 'https://velden.example/more'));
  await reads('Acceptance contract');
  expect(document.activeElement).toBe(page.getByTitle(guide.name).element());
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByTitle(guide.name)).not.toBeInTheDocument();
  expect(history.location.href).toBe('/content/t3');
});

test('nothing in a Word document runs although its frame has an origin', async () => {
  await read(sampleWord(['Acceptance contract'], 'https://velden.example/more'));
  await reads('Acceptance contract');
  const frame = document.querySelector('iframe')!;
  const script = frame.contentDocument!.createElement('script');
  script.textContent = 'parent.hacked = 1';
  frame.contentDocument!.body.append(script);
  const picture = frame.contentDocument!.createElement('div');
  picture.innerHTML = '<img src="data:," onerror="parent.hacked = 1">';
  frame.contentDocument!.body.append(picture);
  picture.setAttribute('onclick', 'parent.hacked = 1');
  picture.click();
  expect('hacked' in window).toBe(false);
});

test('a workbook shows its values as Excel formats them, sheet by sheet, and nothing that is hidden in it', async () => {
  await read(sampleExcel(0));
  await expect.element(page.getByRole('cell', { name: '€ 1,249.50' }), inTime).toBeVisible();
  await expect.element(page.getByRole('cell', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
  const heads = page.getByRole('dialog').getByRole('columnheader').elements();
  expect(heads.map(({ textContent }) => textContent)).toEqual(['A', 'C', 'D']);
  await expect.element(page.getByRole('cell', { name: /^8\s%$/ })).toBeVisible();
  expect(document.body.textContent).not.toMatch(/secret margin|not for prospects|Margins/);
  await page.getByRole('button', { name: 'Notes' }).click();
  await expect.element(page.getByRole('cell', { name: 'Without VAT' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Notes' })).toHaveAttribute('aria-pressed', 'true');
});

test('a token that changes in the address has nothing read anew', async () => {
  const url = URL.createObjectURL(sampleExcel(0));
  addresses.push(url);
  const medias = [{ ...guide, mime: sampleExcel(0).type, url: `${url}#1` }];
  const { services } = await showApp('/content/t3?read=guide', { medias });
  const notes = page.getByRole('button', { name: 'Notes' });
  await notes.click(inTime);
  medias[0] = { ...medias[0]!, url: `${url}#2` };
  await services.bundles.load('t3');
  await expect
    .element(page.getByRole('link', { name: 'Open in a tab of its own' }))
    .toHaveAttribute('href', `${url}#2`);
  await expect.element(notes).toHaveAttribute('aria-pressed', 'true');
});

test('of a workbook with thousands of rows only those in view are there, and what is cut is said', async () => {
  await read(sampleExcel(6000));
  const sheet = page.getByRole('region', { name: `${guide.name}: Prices` });
  await expect.element(sheet, inTime).toBeVisible();
  await expect.element(page.getByText(/Only the first 5,000 rows/)).toBeVisible();
  const rows = () => document.querySelectorAll('[role="dialog"] tbody tr').length;
  await expect.poll(rows).toBeGreaterThan(10);
  sheet.element().scrollTop = 1e9;
  await expect.element(page.getByRole('cell', { name: 'Row 5000' })).toBeVisible();
  expect(rows()).toBeLessThan(80);
});

test('what is damaged, encrypted or something else says so', async () => {
  const word = sampleWord([], '').type;
  const encrypted = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const [bytes, words] of [
    [new Blob(['not an archive'], { type: word }), /^This document is damaged/],
    [new Blob([encrypted], { type: word }), /from before 2007, or protected by a password/],
  ] as const) {
    const { screen } = await read(bytes);
    await expect.element(page.getByRole('alert').getByText(words), inTime).toBeVisible();
    await screen.unmount();
  }
});

test('keys alone read a workbook and leave it', async () => {
  await read(sampleExcel(300));
  const sheet = page.getByRole('region', { name: `${guide.name}: Prices` });
  await expect.element(sheet, inTime).toBeVisible();
  for (let times = 0; times < 8 && document.activeElement !== sheet.element(); times++)
    await userEvent.keyboard('{Tab}');
  await expect.element(sheet).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('cell', { name: 'Row 302' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing beside Word and Excel in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    for (const resize of [phone, () => page.viewport(820, 1180), desktop]) {
      await resize();
      const workbook = await read(sampleExcel(100));
      await expect.element(page.getByRole('cell', { name: '€ 1,249.50' }), inTime).toBeVisible();
      await expectNoAxeViolations('the workbook');
      await workbook.screen.unmount();
    }
    const text = await read(sampleWord(['Acceptance contract'], 'https://velden.example'));
    await reads('Acceptance contract');
    await expectNoAxeViolations('the text');
    await text.screen.unmount();
    await tablet();
  },
);
