import { FaultProxy } from './fault-proxy.ts';
import { startHost } from './host-process.ts';
import { test as base, expect } from './journey.ts';
import { Rep } from './rep.ts';
import { tellState } from './tell-state.ts';

interface FaultFixtures {
  /** What lies between browser and host, and what the browser takes for the host. */
  line: FaultProxy;
  rep: Rep;
}

/** Journeys with a proxy between browser and host; whatever befalls a call, the app itself must log no error. */
export const test = base.extend<FaultFixtures>({
  expectedErrors: /Failed to load resource|net::ERR_|bad HTTP response code/,
  line: async ({}, use) => {
    const line = new FaultProxy();
    await line.start();
    await use(line);
    await line.stop();
  },
  host: async ({ mailbox, line }, use) => {
    const { host, dispose } = await startHost({ smtpUrl: mailbox.url, publicUrl: line.address });
    line.forwardTo(host.port);
    await use(host);
    await dispose();
  },
  // The host is named so that it runs before a page asks for it.
  baseURL: async ({ host, line }, use) => use(host.isRunning ? line.address : undefined),
  rep: async ({ page, line, host }, use, testInfo) => {
    await use(new Rep(page));
    if (testInfo.errors.length === 0) return;
    const state = await tellState({ page, line, host }).catch(
      (error) => `It cannot be told any more: ${error}`,
    );
    console.log(`What ${testInfo.title} left behind:\n${state}`);
  },
});

export { expect };
