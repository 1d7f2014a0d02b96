import type { Verdict } from './expression-worker.ts';

/** How long one expression may search. A page's path is short: an honest one needs no thousandth of it. */
const limitMs = 250;

/** What can be put a question to: a worker, until it is ended. */
export type ExpressionWorker = Pick<Worker, 'postMessage' | 'onmessage' | 'onerror' | 'terminate'>;

/** Whether a path matches an expression of the host; false for one that is none, takes too long or cannot be tried. */
export type MatchExpression = (expression: string, path: string) => Promise<boolean>;

const startWorker = (): ExpressionWorker =>
  new Worker(new URL('./expression-worker.ts', import.meta.url), { type: 'module' });

/**
 * Expressions come from the host, and one like `(a+)+$` can search for longer than anybody waits. They run in a worker
 * that is ended when the time is over, so that a page never stands still; one that was ended once is not tried again.
 */
export function createExpressionMatcher(start = startWorker, timeLimitMs = limitMs): MatchExpression {
  const endless = new Set<string>();
  let running: Promise<ExpressionWorker> | null = null;
  let last: Promise<boolean> = Promise.resolve(false);

  /** The clock of a question starts when the worker is there, however long its code takes to come. */
  function awake(): Promise<ExpressionWorker> {
    running ??= new Promise((resolve, reject) => {
      const worker = start();
      worker.onmessage = () => resolve(worker);
      worker.onerror = (event) => {
        running = null;
        worker.terminate();
        reject(new Error(event.message || 'the worker did not start'));
      };
    });
    return running;
  }

  async function ask(expression: string, path: string): Promise<boolean> {
    if (endless.has(expression)) return false;
    const worker = await awake();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        endless.add(expression);
        running = null;
        worker.terminate();
        resolve(false);
      }, timeLimitMs);
      worker.onmessage = ({ data }: MessageEvent<Verdict>) => {
        clearTimeout(timer);
        resolve(data === 'matches');
      };
      worker.postMessage({ expression, path });
    });
  }

  /** One after the other, so that nobody's time passes while another one searches. */
  return (expression, path) => {
    const asked = last.then(() => ask(expression, path)).catch(withoutHelp);
    last = asked;
    return asked;
  };
}

/** A page without its help button is still a page. */
function withoutHelp(error: unknown) {
  console.warn('Contextual help:', error instanceof Error ? error.message : error);
  return false;
}

/** One worker for the whole page, started by the first expression. */
export const matchExpression = createExpressionMatcher();
