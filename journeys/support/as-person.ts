import type { BrowserContext } from '@playwright/test';

/** Takes back what a driven browser says of itself: prospects' pages count nobody who says it. */
export const asPerson = (context: BrowserContext) =>
  context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }));
