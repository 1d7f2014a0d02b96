import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@satchel/server/src/testing/free-port.ts';
import { HostClient } from './host-client.ts';
import { people } from './people.ts';

const main = join(import.meta.dirname, '../../server/src/main.ts');

interface HostSettings {
  smtpUrl?: string;
  /** Where browsers find it, when something stands between. */
  publicUrl?: string;
  /** Further settings by their names in the environment. */
  env?: Record<string, string>;
}

/** The host as its own process, so that a journey can stop it the hard way and start it again with the same data. */
export class HostProcess {
  readonly port: number;
  readonly dataFolder: string;
  readonly #smtpUrl: string | undefined;
  readonly #publicUrl: string | undefined;
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;
  #output = '';

  constructor(port: number, dataFolder: string, { smtpUrl, publicUrl, env = {} }: HostSettings) {
    this.port = port;
    this.dataFolder = dataFolder;
    this.#smtpUrl = smtpUrl;
    this.#publicUrl = publicUrl;
    this.#env = env;
  }

  get address() {
    return `http://localhost:${this.port}`;
  }

  get isRunning() {
    return this.#child !== null;
  }

  /** What the host printed so far. */
  get output() {
    return this.#output;
  }

  async start() {
    const child = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_FOLDER: this.dataFolder,
        SMTP_URL: this.#smtpUrl ?? '',
        DATABASE_URL: '',
        // Each journey begins as somebody who knows the way round.
        TOURS: 'false',
        ...(this.#publicUrl && { PUBLIC_URL: this.#publicUrl }),
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const collect = (chunk: Buffer) => {
      this.#output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const ended = once(child, 'exit').then(([code]) => {
      this.#child = null;
      return `The host ended with code ${code}:\n${this.#output.slice(-2000)}`;
    });
    const problem = await Promise.race([ended, this.#ready()]);
    if (problem) throw new Error(problem);
  }

  /** SIGKILL by default: nothing is finished, nothing is said. */
  async stop(signal: NodeJS.Signals = 'SIGKILL') {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    this.#child = null;
  }

  async #ready(): Promise<null> {
    for (;;) {
      try {
        const answer = await fetch(`${this.address}/readyz`);
        if (answer.ok) return null;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A host with the demo content, copied from the data that the global set-up imported once. */
export async function startHost(settings: HostSettings = {}) {
  const template = process.env.SATCHEL_JOURNEY_DATA;
  if (!template) throw new Error('The global set-up has not imported the demo content');
  const dataFolder = await mkdtemp(join(tmpdir(), 'satchel-journey-'));
  await cp(template, dataFolder, { recursive: true });
  const host = new HostProcess(await freePort(), dataFolder, settings);
  await host.start();
  return {
    host,
    async dispose() {
      await host.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

export async function importDemo(dataFolder: string) {
  const host = new HostProcess(await freePort(), dataFolder, {});
  await host.start();
  await drawPictures(host);
  await host.stop('SIGTERM');
}

/** Every small picture and first page is made once, instead of by the host of every journey while a device fetches them. */
async function drawPictures(host: HostProcess) {
  const client = await HostClient.signIn(host, people.henrik);
  const pictures = (await client.list('file/file')).flatMap(({ attributes }) =>
    Object.values(attributes.image_style_uri ?? {}),
  );
  for (const picture of pictures) {
    const answer = await fetch(picture);
    if (!answer.ok) throw new Error(`${picture} was not made: ${answer.status}`);
  }
}
