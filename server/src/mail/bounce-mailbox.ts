import type { FastifyBaseLogger } from 'fastify';
import type { ImapFlow } from 'imapflow';
import type { Clock } from '#clock.ts';
import type { Bounces } from './bounces.ts';

export interface BounceMailbox {
  start(): void;
  /** Ends a look that is under way and begins no other. */
  stop(): Promise<void>;
}

interface Parts {
  /** imap:// or imaps:// with user, password and folder; INBOX without one. */
  url: string;
  bounces: Bounces;
  log: FastifyBaseLogger;
  clock: Clock;
  pauseMs?: number;
}

const lookBackMs = 7 * 24 * 3_600_000;
// A report names the mail near its beginning or brings it along; nothing of ours is longer.
const longestBytes = 5 * 1024 * 1024;
const silenceMs = 30_000;

/**
 * Looks every minute for bounces among the unread mails of the last week and marks those as read; all other mails stay as
 * they are. Several hosts may look into the same mailbox, and a mail that is seen twice changes nothing.
 */
export function createBounceMailbox({ url, bounces, log, clock, pauseMs = 60_000 }: Parts): BounceMailbox {
  let isStopping = false;
  let stopNow = () => {};
  let running: Promise<void> | undefined;
  /** Up to which mail everything has been looked at, as long as the folder counts in the same way. */
  let seen = { counting: 0n, uid: 0 };

  async function look() {
    const client = await newClient(url);
    // What breaks a connection also rejects the call that waits for it.
    client.on('error', () => {});
    stopNow = () => client.close();
    if (isStopping) return;
    try {
      await client.connect();
      const { uidValidity } = await client.mailboxOpen(folderIn(url));
      if (uidValidity !== seen.counting) seen = { counting: uidValidity, uid: 0 };
      const since = new Date(clock() - lookBackMs);
      const found = (await client.search({ seen: false, since }, { uid: true })) || [];
      for (const uid of found.filter((each) => each > seen.uid).sort((a, b) => a - b)) {
        if (isStopping) return;
        const mail = await client.fetchOne(
          String(uid),
          { source: { maxLength: longestBytes } },
          { uid: true },
        );
        const source = mail ? mail.source : undefined;
        const takenAs = source ? await bounces.take(source) : 'other';
        if (takenAs === 'bounce') await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
        seen.uid = uid;
      }
      await client.logout();
    } finally {
      client.close();
    }
  }

  async function run() {
    let failures = 0;
    while (!isStopping) {
      try {
        await look();
        failures = 0;
      } catch (error) {
        failures++;
        if (!isStopping) log.warn({ err: error, failures }, 'the mailbox for bounces cannot be read');
      }
      if (!isStopping) await pause(Math.min(pauseMs * 2 ** Math.min(failures, 4), 15 * 60_000));
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopNow = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    start() {
      running ??= run();
    },
    async stop() {
      isStopping = true;
      stopNow();
      await running;
    },
  };
}

async function newClient(address: string): Promise<ImapFlow> {
  // A tenth of the host's memory: only for who has such a mailbox.
  const { ImapFlow } = await import('imapflow');
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === 'imaps:';
  return new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  });
}

const folderIn = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX';
