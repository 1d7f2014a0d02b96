/** What a service for errors is told. Where the fault lies, and nothing that somebody typed or was given. */
interface ErrorReport {
  app: string;
  /** Name of the page, never its address. */
  page: string;
  browser: string;
  name: string;
  /** Null for faults with words of their own: these may repeat what a host or a person wrote. */
  message: string | null;
  /** Function and place in the app's own files, innermost first. */
  stack: string[];
}

// Engines put names of functions and kinds of values into the words of these, and quote whatever else there is.
const engineFaults: readonly string[] = ['TypeError', 'RangeError', 'ReferenceError'];

const messageLimit = 300;
const stackLimit = 20;

/** Takes out what could be an address, a person's mail or number, a token or something quoted. */
const withoutSecrets = (text: string) =>
  text
    .replace(/[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[address]')
    .replace(/\S+@\S+/g, '[mail]')
    .replace(/(["'“‘«`])[\s\S]*?(?:["'”’»`]|$)/g, '[text]')
    .replace(/[\w~+/=.%-]*\d[\w~+/=.%-]*/g, (word) => (word.length >= 8 ? '[token]' : word))
    .replace(/[\w~+/=%-]{20,}/g, '[token]')
    .replace(/\+?\d[\d ()/-]{4,}\d/g, '[number]')
    .slice(0, messageLimit);

const frame = /^\s*(?:at )?(?:async )?([\w$.<>]*) ?[(@]?(https?:\/\/[^)\s]+):(\d+):(\d+)\)?\s*$/;

/** Places as '/assets/first-abc.js:1:200'; whatever is no file of the app is left out. */
function framesOf(stack: string, origin: string): string[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, called = '', address = '', row, column] = frame.exec(line) ?? [];
      if (!address.startsWith(`${origin}/`)) return [];
      return [`${called || '-'} ${new URL(address).pathname}:${row}:${column}`];
    })
    .slice(0, stackLimit);
}

/** @param origin of the app, whose files alone are named */
export function errorReport(
  error: unknown,
  { origin, ...about }: { origin: string; app: string; page: string; browser: string },
): ErrorReport {
  const isError = error instanceof Error;
  const name = isError && /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
  return {
    ...about,
    name,
    message: isError && engineFaults.includes(name) ? withoutSecrets(error.message) : null,
    stack: isError ? framesOf(error.stack ?? '', origin) : [],
  };
}
