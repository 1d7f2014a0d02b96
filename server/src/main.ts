// The content host as a process.
import { type Config, readConfig } from './config.ts';
import { createLog } from './http/log.ts';
import { keepToOwner } from './starting/keep-to-owner.ts';
import { sentenceFor } from './starting/start-failure.ts';
import { type RunningHost, startHost } from './starting/start-host.ts';
import { startTexts } from './starting/texts.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

function fail(error: unknown, config?: Config): never {
  const sentence = config ? sentenceFor(error, config) : (error as Error).message;
  process.stderr.write(
    sentence ? `\n${sentence}\n\n` : `\n${startTexts.fault}\n${(error as Error).stack}\n\n`,
  );
  process.exit(1);
}

function configOrEnd(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return fail(error);
  }
}

keepToOwner();
const config = configOrEnd();
let host: RunningHost | undefined;
let endingSince: number | undefined;

const forced = 130;
const sameSignalMs = 300;
/** Whatever hangs after that would hang for ever. */
const longestEndMs = 25_000;

async function end() {
  // Before it is ready nothing is under way that the next start would not take up; a second signal means 'now'.
  if (!host) process.exit(0);
  if (endingSince !== undefined) {
    // A service manager may signal a process and its parent, which hands the signal on.
    if (performance.now() - endingSince > sameSignalMs) process.exit(forced);
    return;
  }
  endingSince = performance.now();
  say(startTexts.stopping);
  setTimeout(() => process.exit(forced), config.drainMs + longestEndMs).unref();
  await host.stop();
  process.exit(0);
}

process.on('SIGINT', end);
process.on('SIGTERM', end);

try {
  host = await startHost(config, createLog(config.logLevel), say);
} catch (error) {
  fail(error, config);
}
