import type { Page } from '@playwright/test';

/** Addresses of the content files that are kept on the device, sorted; read past the app. */
export const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => /^satchel-content-\d+$/.test(name));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept
      .flat()
      .map(({ url }) => url)
      .sort();
  });
