import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** What the child is asked and what it answers. */
export interface PdfQuestion {
  path: string;
  longestSide: number;
}
export type PdfAnswer = { png: Uint8Array } | { failure: string };

const timeLimitMs = 20_000;
const idleMs = 30_000;

/**
 * Renders first pages in a process of its own, one after the other: a hostile PDF can at worst take that process down
 * or be killed with it when its time is up.
 * @returns a function that answers the first page of the file at a path as PNG, or throws
 */
export function createPdfRenderer() {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  function start() {
    const started = fork(join(import.meta.dirname, 'pdf-first-page.ts'), {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    // It ends with the host: neither the process nor its channel keeps the host alive.
    started.unref();
    started.channel?.unref();
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  function stop() {
    child?.kill('SIGKILL');
    child = undefined;
  }

  function ask(question: PdfQuestion): Promise<Uint8Array> {
    child ??= start();
    const asked = child;
    return new Promise<Uint8Array>((resolve, reject) => {
      const limit = setTimeout(() => {
        stop();
        reject(new Error('The page took too long to render'));
      }, timeLimitMs);
      const onExit = () => reject(new Error('The renderer ended'));
      const settle = () => {
        clearTimeout(limit);
        asked.off('exit', onExit);
      };
      asked.once('exit', onExit);
      asked.once('message', (answer: PdfAnswer) => {
        settle();
        if ('png' in answer) resolve(answer.png);
        else reject(new Error(answer.failure));
      });
      asked.send(question, (error) => {
        if (error) reject(error);
      });
    });
  }

  return (path: string, longestSide: number): Promise<Uint8Array> => {
    clearTimeout(idle);
    const answer = queue.then(() => ask({ path, longestSide }));
    queue = answer
      .catch(() => {})
      .then(() => {
        clearTimeout(idle);
        idle = setTimeout(stop, idleMs).unref();
      });
    return answer;
  };
}
