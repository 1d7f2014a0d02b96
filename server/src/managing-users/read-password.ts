import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UserRefused } from './user-refused.ts';

interface Terminal {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
}

/** The password as a person types it twice, unseen; without a terminal the first line of the input. */
export async function readPassword({ input, output }: Terminal): Promise<string> {
  if (!input.isTTY) {
    const [line = ''] = (await text(input)).split(/\r?\n/);
    if (line === '')
      throw new UserRefused('No password came in. Type it on a terminal, pipe it in, or say --generate.');
    return line;
  }
  const first = await askUnseen({ input, output }, 'Password: ');
  const second = await askUnseen({ input, output }, 'Once more: ');
  if (first !== second) throw new UserRefused('These were two different passwords. Nothing was changed.');
  return first;
}

async function askUnseen({ input, output }: Terminal, question: string) {
  output.write(question);
  // Readline writes what is typed to its output: one that swallows it all.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  const stop = new AbortController();
  lines.once('SIGINT', () => stop.abort());
  lines.once('close', () => stop.abort());
  try {
    return await lines.question('', { signal: stop.signal });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw new UserRefused('Stopped. Nothing was changed.');
    throw error;
  } finally {
    lines.close();
    output.write('\n');
  }
}

// Without letters and digits that look like others.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 5;

/** Twenty random letters and digits in groups, about 99 bits: easy to read out, hard to guess. */
export function generatePassword(least: number) {
  const letter = () => alphabet[randomInt(alphabet.length)];
  const group = () => Array.from({ length: groupLength }, letter).join('');
  const count = Math.max(groups, Math.ceil((least + 1) / (groupLength + 1)));
  return Array.from({ length: count }, group).join('-');
}
