// `npm run guide:pictures` takes the pictures of the user guide anew, from the app as it is built, with the demo content.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { buildApp } from '../tools/build.ts';
import { chromiumArguments, findChromium } from '../tools/test-programs.cjs';
import setUp from './support/global-set-up.ts';
import { startHost } from './support/host-process.ts';
import { type Person, people } from './support/people.ts';

const folder = join(import.meta.dirname, '../docs/pictures');
const tablet = { width: 1180, height: 820 };
const quality = 82;

type Take = (name: string) => Promise<void>;

/** A picture of what a person sees once nothing moves any more. */
const takeFrom =
  (page: Page): Take =>
  async (name) => {
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(400);
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    await session.detach();
    await writeFile(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
    console.log(`${name}.webp`);
  };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signIn(page: Page, { name, password }: Person) {
  await page.goto('/');
  await page.getByLabel('Username or email').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Login').click();
  await page.waitForURL(/#\/$/);
}

/** The channel and the app itself are on the device. */
async function settle(page: Page) {
  await page.getByText(/\d+ bundles?, \d+ files/).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

async function readingAndKeeping(page: Page, take: Take) {
  await page.goto('/#/content');
  await page.getByRole('article', { name: 'T3 Counter' }).getByRole('switch').click();
  await page.getByRole('article', { name: 'T3 Counter' }).getByRole('switch', { checked: true }).waitFor();
  await take('resources');
  await page.getByRole('link', { name: 'T3 Counter' }).first().click();
  await button(page, 'Read here: T3 Counter product guide').waitFor();
  await take('bundle');
  await button(page, 'Read here: T3 Counter product guide').click();
  await page.locator('.pdfViewer canvas').first().waitFor();
  await button(page, 'Page 2').click();
  await take('reader');
}

async function onTablet(context: BrowserContext) {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const take = takeFrom(page);
  await page.goto('/');
  await page.getByLabel('Username or email').waitFor();
  await take('sign-in');
  await signIn(page, people.nora);
  await settle(page);
  await take('home');
  await readingAndKeeping(page, take);
}

if (!buildApp()) throw new Error('The app could not be built.');
await mkdir(folder, { recursive: true });
const cleanUp = await setUp();
const { host, dispose } = await startHost();
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments });
const look = {
  baseURL: host.address,
  locale: 'en-US',
  colorScheme: 'light',
  reducedMotion: 'reduce',
} as const;
try {
  await onTablet(await browser.newContext({ ...look, viewport: tablet }));
} finally {
  await browser.close();
  await dispose();
  await cleanUp();
}
