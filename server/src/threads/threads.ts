import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createTurns } from '#database/turns.ts';
import type { Answer, Question } from './thread.ts';

/** Where what takes long is done, so that everybody else goes on being answered. */
export interface Threads {
  /**
   * Does work on a text where its size says: here when it is small, on a thread when it is large. Either way the answer
   * is the same. Throws `ThreadFailure` or `AllTurnsTaken` when no thread could do it, and what the work itself throws.
   * @param module file that exports the work under its own name
   * @param input something that can be cloned, as the result has to be
   * @param size of all the texts that the work goes through, in characters
   */
  run<Input, Output>(
    module: string,
    work: (input: Input) => Output,
    input: Input,
    size: number,
  ): Promise<Output>;
  /** Ends all threads; work that is under way fails. */
  close(): Promise<void>;
}

/** A thread took too long or died. Nothing is wrong with the host, and the same may be asked again. */
export class ThreadFailure extends Error {
  override name = 'ThreadFailure';
}

interface Limits {
  /** From how many characters on work goes to a thread. At worst, 64 kB take 30 ms. */
  large: number;
  atOnce: number;
  /** Each holds what it is about: some ten megabytes. */
  mostWaiting: number;
  longestWaitMs: number;
  longestWorkMs: number;
  /** A thread holds some 30 MB, so it ends soon after it was needed. */
  idleMs: number;
  /** Of a thread's heap. For ten megabytes of `<p>` 384 were too few. */
  heapMb: number;
}

// One, so that on two processors the host keeps one to itself.
const usualLimits: Limits = {
  large: 64 * 1024,
  atOnce: 1,
  mostWaiting: 8,
  longestWaitMs: 20_000,
  longestWorkMs: 30_000,
  idleMs: 10_000,
  heapMb: 600,
};

const threadFile = join(import.meta.dirname, 'thread.ts');

export function createThreads(changes: Partial<Limits> = {}): Threads {
  const limits = { ...usualLimits, ...changes };
  const turns = createTurns(limits.atOnce, limits.longestWaitMs, limits.mostWaiting);
  const idle = new Map<Worker, NodeJS.Timeout>();
  const all = new Set<Worker>();
  let isClosed = false;

  function start() {
    const thread = new Worker(threadFile, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    all.add(thread);
    const forget = () => {
      clearTimeout(idle.get(thread));
      idle.delete(thread);
      all.delete(thread);
    };
    thread.on('exit', forget);
    // What was under way hears of it by itself. One that has nothing to do has nothing to lose.
    thread.on('error', forget);
    return thread;
  }

  function takeIdle() {
    const [thread] = idle.keys();
    if (!thread) return undefined;
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    thread.ref();
    return thread;
  }

  function letRest(thread: Worker) {
    thread.unref();
    const end = () => {
      // At once: until it has ended, work given to it would be lost.
      idle.delete(thread);
      thread.terminate();
    };
    idle.set(thread, setTimeout(end, limits.idleMs).unref());
  }

  async function onThread(question: Question) {
    if (isClosed) throw new ThreadFailure('The host is ending.');
    const thread = takeIdle() ?? start();
    const answer = await answerOf(thread, question, limits.longestWorkMs).catch((error) => {
      // The next one starts anew.
      thread.terminate();
      throw error;
    });
    letRest(thread);
    if ('failure' in answer) throw answer.failure;
    return answer.result;
  }

  return {
    async run<Input, Output>(module: string, work: (input: Input) => Output, input: Input, size: number) {
      if (size < limits.large) return work(input);
      return (await turns.take(() => onThread({ module, name: work.name, input }))) as Output;
    },
    async close() {
      isClosed = true;
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}

/** Fails when the thread dies, or takes longer than that. */
function answerOf(thread: Worker, question: Question, longestMs: number) {
  return new Promise<Answer>((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(late);
      thread.off('message', answered).off('error', died).off('exit', ended);
      end();
    };
    const answered = (answer: Answer) => settle(() => resolve(answer));
    const died = (cause: unknown) =>
      settle(() => reject(new ThreadFailure('A thread died of its work.', { cause })));
    const ended = (code: number) => settle(() => reject(new ThreadFailure(`A thread ended with ${code}.`)));
    const late = setTimeout(
      () => settle(() => reject(new ThreadFailure(`A thread took longer than ${longestMs} ms.`))),
      longestMs,
    );
    thread.on('message', answered).on('error', died).on('exit', ended);
    thread.postMessage(question);
  });
}
