import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { channelTitle, rep } from '#content.ts';
import { chromiumArguments, findChromium } from '../../../tools/test-programs.cjs';
import { type PageNotes, watchPage } from './watch-page.ts';
import type { World } from './world.ts';

const workerPatienceMs = 20_000;

/** A rep's tablet: a Chromium with a profile on the disk, one page, and what can be read off it. */
export class Device {
  readonly #folder: string;
  readonly #context: BrowserContext;
  readonly #developer: CDPSession;
  readonly page: Page;

  private constructor(folder: string, context: BrowserContext, page: Page, developer: CDPSession) {
    this.#folder = folder;
    this.#context = context;
    this.page = page;
    this.#developer = developer;
  }

  static async start(address: string) {
    const folder = await mkdtemp(join(tmpdir(), 'satchel-bench-profile-'));
    const executablePath = findChromium();
    const context = await chromium.launchPersistentContext(folder, {
      ...(executablePath && { executablePath }),
      args: chromiumArguments,
      baseURL: address,
      viewport: { width: 1180, height: 820 },
      locale: 'en-US',
    });
    await context.addInitScript(watchPage);
    const page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(600_000);
    return new Device(folder, context, page, await context.newCDPSession(page));
  }

  notes(): Promise<PageNotes> {
    return this.page.evaluate(() => window.notes);
  }

  /** Signed in, in front of the list of channels. */
  async #signIn() {
    await this.page.goto('/');
    await this.page.getByLabel('Username or email').fill(rep.name);
    await this.page.getByLabel('Password', { exact: true }).fill(rep.password);
    await this.page.getByRole('button', { name: 'Login', exact: true }).click();
    await this.page.getByRole('heading', { level: 1, name: 'Channel', exact: true }).waitFor();
    await this.page.getByRole('main').getByRole('button').nth(2).waitFor();
  }

  /** Until the worker has the whole app and stands behind the page. */
  async #workerThere() {
    for (let tries = 0; tries < 5; tries++) {
      const isThere = await this.page.evaluate(async (patienceMs) => {
        const controlled = async () => {
          await navigator.serviceWorker.ready;
          if (navigator.serviceWorker.controller) return true;
          await new Promise((resolve) =>
            navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
          );
          return true;
        };
        const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs));
        return Promise.race([controlled(), late]);
      }, workerPatienceMs);
      if (isThere) return;
      // One that could not be installed is tried again with the next page.
      await this.page.reload();
    }
    throw new Error('The worker does not come.');
  }

  /** Signed in, with all of the channel and the app's own files. @param wholeChannel what home says of it then */
  async takeChannel({ wholeChannel }: Pick<World, 'wholeChannel'>) {
    await this.#signIn();
    await this.#workerThere();
    await this.page.getByRole('main').getByRole('button', { name: channelTitle }).click();
    await this.page.waitForFunction(
      (whole) => window.notes.doors.some(({ text }) => text.includes(whole)),
      wholeChannel,
    );
  }

  /** Until the pictures of the channel are kept, which come one behind the other after its records. */
  async picturesKept() {
    const areKept = async () => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('satchel');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const marks = database.transaction('marks').objectStore('marks').getAllKeys();
      await new Promise((resolve) => marks.addEventListener('success', resolve));
      database.close();
      return marks.result.some((key) => String(key).startsWith('channel-files:'));
    };
    while (!(await this.page.evaluate(areKept))) await pause(1000);
  }

  /** @param times how much slower the page's processor is; 1 for as fast as it can */
  slowDown(times: number) {
    return this.#developer.send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  /** Bytes of JavaScript objects that are still needed. */
  async heap() {
    for (let times = 0; times < 3; times++) await this.#developer.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#developer.send('Runtime.getHeapUsage');
    return usedSize;
  }

  /** @returns ends it, with what happened as text for the performance panel of the developer tools */
  async trace(): Promise<() => Promise<string>> {
    const developer = this.#developer;
    const includedCategories = ['toplevel', 'devtools.timeline', 'disabled-by-default-v8.cpu_profiler'];
    await developer.send('Tracing.start', {
      transferMode: 'ReturnAsStream',
      traceConfig: { includedCategories },
    });
    return async () => {
      const complete = new Promise<{ stream?: string }>((resolve) =>
        developer.once('Tracing.tracingComplete', resolve),
      );
      await developer.send('Tracing.end');
      const handle = (await complete).stream ?? '';
      let text = '';
      for (let eof = false; !eof; ) {
        const part = await developer.send('IO.read', { handle });
        text += part.data;
        eof = part.eof;
      }
      return text;
    };
  }

  /** @returns its profile, for another browser; to be deleted by whoever has it */
  async leave(): Promise<string> {
    await this.#context.close();
    return this.#folder;
  }

  async stop() {
    await this.#context.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
