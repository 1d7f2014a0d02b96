import { Writable } from 'node:stream';

const levels: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' };

interface Entry {
  level: number;
  time: number;
  msg?: string;
  method?: string;
  url?: string;
  status?: number;
  ms?: number;
  err?: { message: string; stack?: string };
  [key: string]: unknown;
}

const ownWords = ['level', 'time', 'pid', 'hostname', 'reqId', 'msg', 'err'];

/** One event as a short line for people at a terminal; what is not JSON stays as it is. */
export function readableLine(json: string): string {
  let entry: Entry;
  try {
    entry = JSON.parse(json);
  } catch {
    return json;
  }
  const { level, time, msg = '', method, url, status, ms, err } = entry;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const parts =
    method === undefined
      ? [
          msg,
          ...Object.entries(entry).flatMap(([key, value]) =>
            ownWords.includes(key) ? [] : `${key}=${value}`,
          ),
        ]
      : [method, url, status, `${ms} ms`];
  const line = [clock, levels[level], ...parts]
    .filter((part) => part !== undefined && part !== '')
    .join('  ');
  return err ? `${line}\n  ${(err.stack ?? err.message).replaceAll('\n', '\n  ')}\n` : `${line}\n`;
}

export const readableStream = (output: NodeJS.WritableStream) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      output.write(readableLine(chunk.toString()), () => done());
    },
  });
