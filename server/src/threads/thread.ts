// Runs on a thread of its own, started by threads.ts: one question after the other.
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

export interface Question {
  module: string;
  /** Of the function that the module exports. */
  name: string;
  input: unknown;
}

export type Answer = { result: unknown } | { failure: unknown };

async function answerTo({ module, name, input }: Question): Promise<Answer> {
  try {
    const { [name]: work } = await import(pathToFileURL(module).href);
    return { result: await work(input) };
  } catch (failure) {
    return { failure };
  }
}

parentPort?.on('message', async (question: Question) => parentPort?.postMessage(await answerTo(question)));
