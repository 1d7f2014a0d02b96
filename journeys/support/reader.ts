import { type Browser, devices, type Page } from '@playwright/test';
import { asPerson } from './as-person.ts';
import { expect, guardConsole } from './journey.ts';

interface Reading {
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** Whether the browser admits that a program drives it, as this one does. */
  isDriven?: boolean;
  withScript?: boolean;
}

/** A prospect's own browser, which says what people's browsers say; fails on errors in its console. */
export async function reader(
  browser: Browser,
  options: Reading,
  read: (page: Page, asked: string[]) => Promise<void>,
) {
  const { width = 1440, height = 900, scheme = 'light', isDriven = false, withScript = true } = options;
  const { userAgent } = devices['Desktop Chrome'];
  const context = await browser.newContext({
    ...{ userAgent, viewport: { width, height }, colorScheme: scheme, javaScriptEnabled: withScript },
  });
  if (!isDriven) await asPerson(context);
  const page = await context.newPage();
  const problems: string[] = [];
  const asked: string[] = [];
  guardConsole(page, problems);
  page.on('request', (request) => asked.push(request.url()));
  await read(page, asked);
  await context.close();
  expect(problems).toEqual([]);
}
