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
const phone = { width: 390, height: 844 };
const quality = 82;

type Take = (name: string) => Promise<void>;

/** A picture of what a person sees once nothing moves any more. */
const takeFrom =
  (page: Page): Take =>
  async (name) => {
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    // What comes to the device meanwhile is on its way no more.
    await page.locator('[data-state="downloading"]').waitFor({ state: 'detached' });
    await page.evaluate(() => document.fonts.ready);
    // What was said of the step before is no part of the page.
    await page.addStyleTag({ content: '.mantine-Notifications-root { visibility: hidden }' });
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
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('price');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  await take('search');
  await page.keyboard.press('Escape');
}

/** Answers the address of the pack's view. */
async function building(page: Page, take: Take) {
  await page.goto('/#/packs/-/build');
  await button(page, 'Rename the pack').click();
  const name = page.getByRole('textbox', { name: 'Pack name' });
  await name.fill('Brightwater Cafés');
  await name.press('Enter');
  await button(page, 'Text').click();
  const section = page.getByRole('textbox', { name: 'Title of the section' });
  await section.fill('Welcome');
  await section.press('Enter');
  await page.getByRole('textbox', { name: 'Welcome' }).click();
  await page.keyboard.type('Thank you for your time yesterday. Here is what we talked about.');
  await page.getByRole('button', { name: /^T3 Counter.*add as a section$/ }).click();
  await take('builder');
  await button(page, 'Save').first().click();
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
  await page.goto('/#/packs');
  await page
    .getByRole('link', { name: /^View Brightwater/ })
    .first()
    .waitFor();
  await take('packs');
  await page
    .getByRole('link', { name: /^View Brightwater/ })
    .first()
    .click();
  await page.waitForURL(/\/view$/);
  return page.url();
}

async function editing(page: Page, take: Take, viewAddress: string) {
  await page.goto(viewAddress.replace(/view$/, 'edit'));
  await page.getByRole('treeitem').first().waitFor();
  await take('editor');
}

async function sending(page: Page, take: Take, viewAddress: string) {
  await page.goto(viewAddress.replace(/view$/, 'send'));
  await page.getByLabel('First name').fill('Daniel');
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('Email').fill('daniel@brightwater.example');
  await page.getByLabel('Company name').fill('Brightwater Cafés');
  await take('send');
  await button(page, 'Link').click();
  await page.getByRole('dialog').getByText(/\/p\//).first().waitFor();
  await take('link');
  await page.goto(viewAddress.replace(/view$/, 'details'));
  await page.getByRole('heading', { name: 'Sent to' }).waitFor();
  await take('details');
}

async function waiting(page: Page, context: BrowserContext, take: Take, viewAddress: string) {
  await context.setOffline(true);
  await page.goto(viewAddress.replace(/view$/, 'send'));
  await page.reload();
  await page.getByLabel('First name').fill('Ingrid');
  await page.getByLabel('Last name').fill('Berg');
  await page.getByLabel('Email').fill('ingrid@aurelia.example');
  await page.getByLabel('Company name').fill('Hotel Aurelia');
  await button(page, 'Send').click();
  await button(page, 'Finish').click();
  await page.goto('/#/settings');
  await page.getByRole('tab', { name: /^Waiting/ }).click();
  await page
    .getByText(/Ingrid Berg/)
    .first()
    .waitFor();
  await take('waiting');
  await page.getByRole('tab', { name: 'About' }).click();
  await take('settings');
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
  const viewAddress = await building(page, take);
  await editing(page, take, viewAddress);
  await sending(page, take, viewAddress);
  await waiting(page, context, take, viewAddress);
}

async function withSeveralChannels(context: BrowserContext) {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await signIn(page, people.tomas);
  await page.getByRole('heading', { level: 1, name: 'Channel', exact: true }).waitFor();
  await page.locator('main img').nth(1).waitFor();
  await takeFrom(page)('channels');
}

async function onPhone(context: BrowserContext) {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const take = takeFrom(page);
  await signIn(page, people.nora);
  await settle(page);
  await take('phone-home');
  await page.goto('/#/content');
  await page.getByRole('link', { name: 'T3 Counter' }).first().click();
  await button(page, 'Read here: T3 Counter product guide').click();
  await page.locator('.pdfViewer canvas').first().waitFor();
  await take('phone-reader');
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
  await withSeveralChannels(await browser.newContext({ ...look, viewport: tablet }));
  await onPhone(await browser.newContext({ ...look, viewport: phone }));
} finally {
  await browser.close();
  await dispose();
  await cleanUp();
}
