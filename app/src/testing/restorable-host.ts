// Named at run time, so that the app is not type-checked together with the host's own code.
const programsOfHost: string = '@satchel/server/src/testing/programs.ts';
const startedHost: string = '@satchel/server/src/testing/backed-up-host.ts';
const smtpOfHost: string = '@satchel/server/src/testing/smtp-receiver.ts';

interface Programs {
  dataFolder: string;
  start(
    file: string,
    settings: object,
    args: string[],
  ): { ended: Promise<{ code: number | null; text: string }> };
  dispose(): Promise<void>;
}

interface World {
  channels: { retail: { id: string } };
}

interface HostKit {
  fillWithWorld(programs: Programs): Promise<World>;
  startOn(
    programs: Programs,
    settings: Record<string, string>,
  ): Promise<{ url: string; stop(): Promise<void> }>;
}

interface Receiver {
  url: string;
  accepted: { messageId: string; to: string[] }[];
  stop(): Promise<void>;
}

/** Where devices believe the host to be, whatever port it has after a restart. */
export const restorableOrigin = 'http://satchel.test';

/** The host as operators run it: a process with a backup made by `backup.ts` and put back by `restore.ts`. */
export async function startRestorableHost() {
  const { preparePrograms } = (await import(programsOfHost)) as { preparePrograms(): Promise<Programs> };
  const { fillWithWorld, startOn } = (await import(startedHost)) as HostKit;
  const { startSmtpReceiver } = (await import(smtpOfHost)) as { startSmtpReceiver(): Promise<Receiver> };
  const programs = await preparePrograms();
  const receiver = await startSmtpReceiver();
  const world = await fillWithWorld(programs);
  const file = `${programs.dataFolder}/of-yesterday.satchel`;
  const start = () => startOn(programs, { SMTP_URL: receiver.url, MAIL_FROM: 'packs@velden.example' });
  let host = await start();

  async function run(program: string, ...args: string[]) {
    const { code, text } = await programs.start(program, {}, args).ended;
    if (code !== 0) throw new Error(text);
  }

  return {
    world,
    /** Mails that a server took. */
    mailed: receiver.accepted,
    fetch: ((address, init) =>
      fetch(String(address).replace(restorableOrigin, host.url), init)) as typeof globalThis.fetch,
    backup: () => run('backup.ts', file),
    /** Puts the backup in the place of what is there. */
    async restore() {
      await host.stop();
      await run('restore.ts', file, '--replace');
      host = await start();
    },
    async stop() {
      await host.stop();
      await receiver.stop();
      await programs.dispose();
    },
  };
}
