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

const firstPageProgram = join(import.meta.dirname, 'pdf-first-page.ts');

/**
 * Renders first pages in a process of its own, one after the other: a hostile PDF can at worst take that process down
 * or be killed with it when its time is up.
 * @param program answers each `PdfQuestion` with a `PdfAnswer`
 * @returns a function that answers the first page of the file at a path as PNG, or throws
 */
export function createPdfRenderer(program = firstPageProgram) {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  function start() {
    const started = fork(program, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    // It ends with the host: neither the process nor its channel keeps the host alive.
    started.unref();
    started.channel?.unref();
    started.once('exit', () => forget(started));
    // All that one says which could not be started; unheard it would end the host.
    started.on('error', () => forget(started));
    return started;
  }

  /** Nobody asks this one any more; there may be another one by now. */
  function forget(ended: ChildProcess) {
    if (child === ended) child = undefined;
  }

  function stop(running: ChildProcess | undefined) {
    if (!running) return;
    running.kill('SIGKILL');
    forget(running);
  }

  function ask(question: PdfQuestion): Promise<Uint8Array> {
    if (!child?.connected) {
      stop(child);
      child = start();
    }
    const asked = child;
    return new Promise<Uint8Array>((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(limit);
        asked.off('exit', onExit).off('error', fail).off('message', onAnswer);
        end();
      };
      const fail = (error: Error) => settle(() => reject(error));
      const onExit = () => fail(new Error('The renderer ended'));
      const onAnswer = (answer: PdfAnswer) =>
        settle(() => ('png' in answer ? resolve(answer.png) : reject(new Error(answer.failure))));
      const limit = setTimeout(() => {
        stop(asked);
        fail(new Error('The page took too long to render'));
      }, timeLimitMs);
      asked.once('exit', onExit).once('error', fail).once('message', onAnswer);
      // Without file handles it came without a channel, and is about to say so.
      if (!asked.connected) return;
      asked.send(question, (error) => {
        if (!error) return;
        stop(asked);
        fail(error);
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
        idle = setTimeout(() => stop(child), idleMs).unref();
      });
    return answer;
  };
}
