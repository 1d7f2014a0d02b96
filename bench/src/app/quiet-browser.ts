import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright';
import { chromiumArguments, findChromium } from '../../../tools/test-programs.cjs';

interface Answer {
  id?: number;
  result?: { result?: { value?: unknown }; exceptionDetails?: { text: string } };
  error?: { message: string };
}

const startedWithinMs = 20_000;

/**
 * A browser with one page that is told where to go and what to run, and nothing else. Playwright has the browser report each
 * request several times, which costs two busy processors more than what is measured.
 */
export class QuietBrowser {
  readonly #profile: string;
  readonly #browser: ChildProcess;
  readonly #page: WebSocket;
  #asked = 0;

  private constructor(profile: string, browser: ChildProcess, page: WebSocket) {
    this.#profile = profile;
    this.#browser = browser;
    this.#page = page;
  }

  /** @param profile folder of its own */
  static async start(profile: string) {
    const note = join(profile, 'DevToolsActivePort');
    await rm(note, { force: true });
    const browser = spawn(
      findChromium() ?? chromium.executablePath(),
      ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...chromiumArguments],
      { stdio: 'ignore' },
    );
    for (let left = startedWithinMs; left > 0; left -= 100) {
      const [port] = (await readFile(note, 'utf8').catch(() => '')).split('\n');
      if (port) {
        const list = await fetch(`http://127.0.0.1:${port}/json/list`);
        const pages = (await list.json()) as { type: string; webSocketDebuggerUrl: string }[];
        const address = pages.find(({ type }) => type === 'page')?.webSocketDebuggerUrl;
        if (address) {
          const page = new WebSocket(address);
          await once(page, 'open');
          return new QuietBrowser(profile, browser, page);
        }
      }
      await pause(100);
    }
    browser.kill();
    throw new Error('The browser does not start.');
  }

  async #send(method: string, params: object) {
    const id = ++this.#asked;
    const answered = new Promise<Answer>((resolve) => {
      const hear = ({ data }: MessageEvent<string>) => {
        const answer = JSON.parse(data) as Answer;
        if (answer.id !== id) return;
        this.#page.removeEventListener('message', hear);
        resolve(answer);
      };
      this.#page.addEventListener('message', hear);
    });
    this.#page.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answered;
    const problem = error?.message ?? result?.exceptionDetails?.text;
    if (problem) throw new Error(`${method}: ${problem}`);
    return result?.result?.value;
  }

  goto = async (address: string) => void (await this.#send('Page.navigate', { url: address }));

  /** @param run knows nothing of what is around it here */
  evaluate<T, A = undefined>(run: (argument: A) => Promise<T>, argument?: A) {
    const expression = `(${run})(${JSON.stringify(argument)})`;
    return this.#send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    }) as Promise<T>;
  }

  async stop() {
    const gone = once(this.#browser, 'exit');
    this.#page.close();
    this.#browser.kill();
    await gone;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
