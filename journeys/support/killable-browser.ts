import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type TestInfo } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../tools/test-programs.cjs';
import { nothingToGo } from './last-look.ts';
import { Rep } from './rep.ts';

/** A browser whose profile lies on the disk: it can be killed like a tablet whose battery is pulled, and come back. */
export class KillableBrowser {
  readonly #address: string;
  #folder = '';
  #context: BrowserContext | null = null;

  constructor(address: string) {
    this.#address = address;
  }

  /** A window on the profile as it was left. */
  async open(): Promise<Rep> {
    this.#folder ||= await mkdtemp(join(tmpdir(), 'satchel-profile-'));
    const executablePath = findChromium();
    this.#context = await chromium.launchPersistentContext(this.#folder, {
      ...(executablePath && { executablePath }),
      args: chromiumArguments,
      baseURL: this.#address,
      viewport: { width: 1180, height: 820 },
      locale: 'en-US',
      timezoneId: 'Europe/Oslo',
    });
    return new Rep(this.#context.pages()[0] ?? (await this.#context.newPage()));
  }

  get pages(): Page[] {
    return this.#context?.pages() ?? [];
  }

  /**
   * Closed as a person closes it, and opened again. A browser takes its time to bring local storage to the disk, up to a
   * minute after a sign-in; only what was closed, or lay there for long, is there after a power cut.
   */
  async reopen(): Promise<Rep> {
    // The last page of the app that goes has the browser write its local storage at once; one that is told to end does not always.
    for (const page of this.pages) await page.goto('about:blank');
    await this.#context?.close();
    return this.open();
  }

  /**
   * SIGKILL to the browser and to all that it started, which would else live a moment longer: nothing is finished, nothing is
   * written any more.
   */
  async kill() {
    const browser = this.#context?.browser();
    if (!browser) throw new Error('No browser runs');
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    if (!processInfo.some(({ type }) => type === 'browser'))
      throw new Error('The browser does not tell its process');
    const gone = new Promise((resolve) => browser.once('disconnected', resolve));
    for (const { id } of processInfo) killIfThere(id);
    await gone;
    this.#context = null;
  }

  async dispose() {
    await this.#context?.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function killIfThere(processId: number) {
  try {
    process.kill(processId, 'SIGKILL');
  } catch (error) {
    // It may have ended with another one.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** For tests whose browser is to be killed, or closed and opened again. */
export const onDisk = {
  browserOnDisk: async (
    { baseURL }: { baseURL: string | undefined },
    use: (browser: KillableBrowser) => Promise<void>,
    testInfo: TestInfo,
  ) => {
    const browser = new KillableBrowser(baseURL ?? '');
    await use(browser);
    if (testInfo.errors.length === 0) await nothingToGo(browser.pages);
    await browser.dispose();
  },
};
