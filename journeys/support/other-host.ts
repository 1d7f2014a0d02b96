import { DrupalHost } from './drupal-host/drupal-host.ts';
import type { Manners } from './drupal-host/manners.ts';
import { test as base } from './journey.ts';

interface Fixtures {
  manners: Partial<Manners>;
  otherHost: DrupalHost;
}

/** Journeys against a host of the other kind: it has the demo content and sends its mail to the same mailbox. */
export const test = base.extend<Fixtures>({
  manners: [{}, { option: true }],
  otherHost: async ({ host, manners }, use) => {
    const otherHost = new DrupalHost(host.address, manners);
    await otherHost.start();
    await use(otherHost);
    await otherHost.stop();
  },
  baseURL: async ({ otherHost }, use) => use(otherHost.address),
});
