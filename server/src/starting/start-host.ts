import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#clock.ts';
import type { Config } from '#config.ts';
import { loadKeys } from '#keys.ts';
import { createBounceMailbox } from '#mail/bounce-mailbox.ts';
import { createBounces } from '#mail/bounces.ts';
import { createOutbox } from '#mail/outbox.ts';
import { buildServer } from '#server.ts';
import { createThreads } from '#threads/threads.ts';
import { bindAddress, isLoopback, loopback } from './bind-address.ts';
import { type DemoSignIn, demoSignIns } from './demo-sign-ins.ts';
import { hasUsers, importDemoIfEmpty } from './import-demo.ts';
import { openParts } from './open-parts.ts';
import { startTexts } from './texts.ts';

export interface RunningHost {
  /** Takes no new requests, finishes what is under way, and closes everything; within a few seconds in any case. */
  stop(): Promise<void>;
}

/** A request or a mail that takes longer to end is cut off; whatever it was about can be repeated. */
const patienceMs = 10_000;

/** @param say gets each line that people are to read */
export async function startHost(
  config: Config,
  log: FastifyBaseLogger,
  say: (line: string) => void,
): Promise<RunningHost> {
  // Known before anything is imported for it.
  await assertPortIsFree(config);
  const { database, files } = await openParts(config);
  try {
    if (config.demo) await importDemoIfEmpty({ config, database, files }, say);
    const signIns = config.demo ? await demoSignIns(database, config.demoFolder) : [];
    const keys = await loadKeys(database);
    const outbox = createOutbox({ config, database, keys, log, clock: systemClock });
    const bounces = createBounces({ database, keys, log, clock: systemClock });
    const { mailboxUrl } = config.bounces;
    const mailbox = mailboxUrl
      ? createBounceMailbox({ url: mailboxUrl, bounces, log, clock: systemClock })
      : undefined;
    const threads = createThreads();
    const stopping = new AbortController();
    const parts = { config, database, keys, files, outbox, bounces, threads, clock: systemClock, log };
    const server = buildServer({ ...parts, stopping: stopping.signal });
    await server.listen({
      port: config.port,
      host: bindAddress(config.bindHost, signIns.length > 0),
    });
    outbox.start();
    mailbox?.start();
    for (const line of greeting(config, signIns, await hasUsers(database))) say(line);
    return {
      async stop() {
        stopping.abort();
        // Time for whoever shares out the callers to see that this host is no longer ready.
        await pause(config.drainMs);
        const mails = Promise.all([outbox.stop(), mailbox?.stop()]);
        const late = setTimeout(() => server.server.closeAllConnections(), patienceMs);
        await server.close();
        clearTimeout(late);
        await threads.close();
        await Promise.race([mails, pause(patienceMs, undefined, { ref: false })]);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Throws what listening would throw. */
async function assertPortIsFree({ port, bindHost = loopback }: Config) {
  if (port === 0) return;
  const probe = createServer().listen(port, bindHost);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

function greeting({ publicUrl, bindHost }: Config, signIns: readonly DemoSignIn[], isForSomebody: boolean) {
  const lines = ['', startTexts.ready(publicUrl), ...(isForSomebody ? [] : startTexts.nobody)];
  if (signIns.length === 0) return [...lines, ''];
  const address = bindAddress(bindHost, true);
  const warning = isLoopback(address) ? startTexts.onlyHere : startTexts.openToAll(address);
  return [...lines, ...startTexts.signIns(signIns), ...warning, ''];
}
