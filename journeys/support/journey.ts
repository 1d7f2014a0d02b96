import { test as base, expect, type Page } from '@playwright/test';
import { type SmtpReceiver, startSmtpReceiver } from '@satchel/server/src/testing/smtp-receiver.ts';
import { type HostProcess, startHost } from './host-process.ts';
import { forgetLooks, lookAgain, nothingToGo } from './last-look.ts';

interface Fixtures {
  host: HostProcess;
  mailbox: SmtpReceiver;
  /** What browsers say by themselves about the faults of this test. */
  expectedErrors: RegExp | undefined;
  /** When the test is over, what was expected of the mails holds still. */
  lastLook: undefined;
}

/** What a browser says by itself when the host is gone; while it is stopped on purpose that is no fault of the app. */
const connectionLost =
  /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|ABORTED|FAILED|INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED)/;

/**
 * Fails the test on console errors and unhandled rejections of any page.
 * @param expected what the browser says by itself about a fault that the test made
 */
export function guardConsole(page: Page, problems: string[], expected?: RegExp) {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack ?? error}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || connectionLost.test(message.text())) return;
    if (expected?.test(message.text())) return;
    // A refused call is part of several stories (a wrong password, a missing page); the app's own words are tested.
    if (/Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())) return;
    problems.push(`${page.url()}: ${message.text()}`);
  });
}

export const test = base.extend<Fixtures>({
  expectedErrors: [undefined, { option: true }],
  mailbox: async ({}, use) => {
    const mailbox = await startSmtpReceiver();
    await use(mailbox);
    await mailbox.stop();
  },
  host: async ({ mailbox }, use) => {
    const { host, dispose } = await startHost({ smtpUrl: mailbox.url });
    await use(host);
    await dispose();
  },
  baseURL: async ({ host }, use) => use(host.address),
  // The host is named so that it is still there.
  lastLook: [
    async ({ host: _host }, use, testInfo) => {
      await use(undefined);
      if (testInfo.errors.length === 0) await lookAgain();
      else forgetLooks();
    },
    { auto: true },
  ],
  context: async ({ context, expectedErrors }, use, testInfo) => {
    const problems: string[] = [];
    context.on('page', (page) => guardConsole(page, problems, expectedErrors));
    await use(context);
    if (testInfo.errors.length === 0) await nothingToGo(context.pages());
    expect(problems, 'console errors and unhandled rejections').toEqual([]);
  },
});

export { expect };
