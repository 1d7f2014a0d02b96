// Runs in a worker of its own: see expression-matcher.ts.

interface Question {
  expression: string;
  path: string;
}

export type Verdict = 'ready' | 'matches' | 'differs';

function verdict({ expression, path }: Question): Verdict {
  try {
    return new RegExp(expression).test(path) ? 'matches' : 'differs';
  } catch {
    // An expression that is none never matches (HELP-06).
    return 'differs';
  }
}

self.onmessage = ({ data }: MessageEvent<Question>) => self.postMessage(verdict(data));
self.postMessage('ready' satisfies Verdict);
