import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright';
import { chromiumArguments, findChromium } from '../../../tools/test-programs.cjs';

interface Answer {
  id?: number;
  result?: { result?: { value?: unknown }; exceptionDetails?: { exception?: { description?: string } } };
  error?: { message: string };
}

const startedWithinMs = 20_000;
const lookedEveryMs = 100;
const patienceMs = 600_000;

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

  /** @param folder a profile that is there; deleted with the browser */
  static async start(folder?: string) {
    const profile = folder ?? (await mkdtemp(join(tmpdir(), 'satchel-bench-profile-')));
    const note = join(profile, 'DevToolsActivePort');
    await rm(note, { force: true });
    const browser = spawn(
      findChromium() ?? chromium.executablePath(),
      [
        '--headless=new',
        '--remote-debugging-port=0',
        '--window-size=1180,820',
        '--lang=en-US',
        `--user-data-dir=${profile}`,
        ...chromiumArguments,
      ],
      { stdio: 'ignore' },
    );
    // What fails on the way leaves none behind.
    const end = () => browser.kill();
    process.once('exit', end);
    browser.once('exit', () => process.off('exit', end));
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
    const thrown = result?.exceptionDetails;
    const problem = error?.message ?? (thrown && (thrown.exception?.description ?? 'threw'));
    if (problem) throw new Error(`${method}: ${problem}`);
    return result?.result?.value;
  }

  /** @param run in every page from now on, before everything else; knows nothing of what is around it here */
  async beforeEachPage(run: () => void) {
    await this.#send('Page.enable', {});
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: `(${run})()` });
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

  /** Looks now and then. @param find as of `evaluate` */
  async until<T, A = undefined>(
    find: (argument: A) => T | null | undefined | false,
    argument?: A,
  ): Promise<T> {
    for (let left = patienceMs; left > 0; left -= lookedEveryMs) {
      const found = await this.#send('Runtime.evaluate', {
        expression: `(${find})(${JSON.stringify(argument)})`,
        returnByValue: true,
      });
      if (found) return found as T;
      await pause(lookedEveryMs);
    }
    throw new Error(`Not in sight: ${find}`);
  }

  /** By a hand, in its middle, once it is in sight. @param selector CSS @param words that it begins with */
  async press(selector: string, words = '') {
    const at = await this.until(
      ({ selector, words }) => {
        const found = [...document.querySelectorAll(selector)].find(({ textContent }) =>
          textContent?.trim().startsWith(words),
        );
        const { left, top, width, height } = found?.getBoundingClientRect() ?? new DOMRect();
        return width > 0 && { x: left + width / 2, y: top + height / 2 };
      },
      { selector, words },
    );
    const press = { ...at, button: 'left', clickCount: 1 };
    await this.#send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved' });
    await this.#send('Input.dispatchMouseEvent', { ...press, type: 'mousePressed' });
    await this.#send('Input.dispatchMouseEvent', { ...press, type: 'mouseReleased' });
  }

  /** Into what has the focus. */
  type = async (text: string) => void (await this.#send('Input.insertText', { text }));

  async stop() {
    const gone = once(this.#browser, 'exit');
    this.#page.close();
    this.#browser.kill();
    await gone;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
