import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Config, readConfig } from '#config.ts';
import { keepToOwner } from './keep-to-owner.ts';
import { StartFailure, sentenceFor } from './start-failure.ts';

export const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * One command of an operator, from the settings to the exit code. What the surroundings refuse is said in a sentence.
 * @param run answers the exit code
 */
export async function runCommand(run: (config: Config) => Promise<number>) {
  const complain = (sentence: string) => {
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  };
  keepToOwner();
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    return complain((error as Error).message);
  }
  try {
    process.exitCode = await run(config);
  } catch (error) {
    complain(sentenceFor(error, config) ?? String((error as Error).stack));
  }
}

/** What a command was called with; throws a sentence with the usage when it makes no sense. */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  usage: string,
  places: 0 | 1,
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (positionals.length !== places) throw new StartFailure(usage);
    const [given = ''] = positionals;
    return { values, given, place: inPersonsFolder(given) };
  } catch (error) {
    if (error instanceof TypeError) throw new StartFailure(`${error.message.split('\n')[0]}\n${usage}`);
    throw error;
  }
}

/** npm runs scripts in the project's folder; the person means theirs. */
const inPersonsFolder = (path: string) => resolve(process.env.INIT_CWD ?? '', path);

/** Aborted by Ctrl-C or SIGTERM, for commands that tidy up before they end. */
export function stopSignal() {
  const stop = new AbortController();
  const end = () => stop.abort(new StartFailure('Stopped before it was done. Nothing was changed.'));
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  return stop.signal;
}
