import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import type { Keys } from '#keys.ts';
import { composeMail } from './compose-mail.ts';
import { mailContent } from './mail-content.ts';
import {
  bringTimesNear,
  type Claim,
  claimDueMail,
  finishMail,
  markHandedOver,
  NotToSend,
  putBack,
  releaseMail,
  settleAbandonedMails,
} from './outbox-store.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { deliveryTexts } from './texts.ts';
import { createFolderTransport, type MailTransport, type Outcome } from './transport.ts';

export interface Outbox {
  /** Looks for due mails at once: after a commit that queued one. */
  wake(): void;
  start(): void;
  /** Begins nothing new; answers when what is under way has ended. */
  stop(): Promise<void>;
}

interface OutboxParts {
  config: Config;
  database: HostDatabase;
  keys: Keys;
  log: FastifyBaseLogger;
  clock: Clock;
}

/** Its lease ran out, or message or link were taken back, before the server had all of it. */
interface NotSent {
  kind: 'not to send';
}

/** How many mails are under way at once, so that one silent server does not hold up the rest. */
const lanes = 4;
const longestPauseMs = 5000;
const giveUpAfterMs = 3 * 24 * 3_600_000;
/** Of a server that is not there: some ten minutes. */
const fewestTries = 8;

/**
 * Sends what stands in the outbox. Several hosts may do so on one database: a mail is claimed with a lease, marked as
 * handed over just before its last bytes leave, and finished with the server's answer. Up to the mark it can be tried
 * again without harm; after it only the server's own word counts, and without one the outcome is shown as unknown.
 */
export function createOutbox({ config, database, keys, log, clock }: OutboxParts): Outbox {
  const transport = transportFor(config);
  // Twice the timeout is the longest a try takes; the rest is for a slow database.
  const leaseMs = config.mailTimeoutMs * 3;
  const pauseMs = Math.min(longestPauseMs, config.mailTimeoutMs);
  let isStopping = false;
  let running: Promise<unknown> | undefined;
  /** Counts how often somebody said that there is something to do. */
  let calls = 0;
  const resting = new Set<() => void>();

  const write = <T>(work: (trx: WriteTransaction) => Promise<T>) => database.write(work, 'read committed');

  async function tryOnce(claim: Claim): Promise<Outcome | NotSent> {
    // A tablet or a mail server was away for longer than the link was to hold: its reader would find nothing behind it.
    if (claim.linkExpires !== null && claim.linkExpires <= clock()) {
      return { kind: 'refused', reason: deliveryTexts.linkEnded };
    }
    let mail: Awaited<ReturnType<typeof composeMail>>;
    try {
      const content = mailContent.parse(JSON.parse(claim.content));
      if (content.kind === 'code' && content.expires <= clock()) {
        return { kind: 'refused', reason: deliveryTexts.expired };
      }
      mail = await composeMail({ config, keys }, claim.id, content, claim.created);
    } catch (error) {
      log.error({ err: error, mail: claim.id }, 'a mail could not be put together');
      return { kind: 'refused', reason: deliveryTexts.unreadable };
    }
    const handing: { stoppedBy: Error | null } = { stoppedBy: null };
    const handOver = () =>
      database
        .write((trx) => markHandedOver(trx, claim, clock()))
        .catch((error: Error) => {
          handing.stoppedBy = error;
          throw error;
        });
    // A transport may take what stopped it for a fault of its own.
    const outcome = await transport.send(claim.id, mail, handOver).catch((error: unknown) => {
      if (!handing.stoppedBy) throw error;
    });
    const { stoppedBy } = handing;
    if (outcome && !stoppedBy) return outcome;
    return stoppedBy && !(stoppedBy instanceof NotToSend)
      ? { kind: 'unreachable', reason: deliveryTexts.notNoted, error: stoppedBy }
      : { kind: 'not to send' };
  }

  async function settle(claim: Claim, outcome: Outcome | NotSent) {
    const now = clock();
    await write(async (trx) => {
      switch (outcome.kind) {
        case 'sent':
          return finishMail(trx, claim, { delivery: 'sent', detail: outcome.detail }, now);
        case 'refused':
          return finishMail(trx, claim, { delivery: 'failed', detail: outcome.reason }, now);
        case 'unknown':
          return finishMail(trx, claim, { delivery: 'unknown', detail: deliveryTexts.unknown }, now);
        case 'not to send':
          return releaseMail(trx, claim, now);
        case 'later':
        case 'unreachable': {
          const { kind, reason } = outcome;
          // Of a host that was off for days the mail server may be back a little later than itself.
          const isTried = kind === 'later' || claim.attempts >= fewestTries;
          if (isTried && claim.created + giveUpAfterMs < now) {
            return finishMail(trx, claim, { delivery: 'failed', detail: deliveryTexts.gaveUp(reason) }, now);
          }
          const notBefore = now + backOffMs(kind, claim.attempts);
          return putBack(trx, claim, { notBefore, detail: deliveryTexts.retrying(reason) }, now);
        }
      }
    });
    const level = outcome.kind === 'sent' ? 'info' : 'warn';
    const why = 'reason' in outcome ? { reason: outcome.reason } : {};
    const err = 'error' in outcome ? { err: outcome.error } : {};
    log[level]({ mail: claim.id, outcome: outcome.kind, attempts: claim.attempts, ...why, ...err }, 'mail');
  }

  /** Sends one due mail after the other; ends when there is none, or the server does not answer anyway. */
  async function lane() {
    while (!isStopping) {
      const claim = await write((trx) => claimDueMail(trx, database.dialect, clock(), leaseMs));
      if (!claim) return;
      const outcome = await tryOnce(claim);
      await settle(claim, outcome);
      if (outcome.kind === 'unreachable') return;
    }
  }

  async function settleAbandoned() {
    const due = await write((trx) => bringTimesNear(trx, { furthestMs: longestBackOffMs, leaseMs }, clock()));
    if (due > 0) {
      log.warn({ due }, 'the clock was put back: mails that waited for a later time are due');
      wake();
    }
    const settled = await write((trx) => settleAbandonedMails(trx, clock()));
    if (settled > 0) log.warn({ settled }, 'mails with an unknown outcome');
  }

  /** Each by itself: a mail that takes long keeps its own lane alone, and nobody from what comes meanwhile. */
  async function again(work: () => Promise<void>) {
    while (!isStopping) {
      const heard = calls;
      await surviving(work);
      if (!isStopping && heard === calls) await rest();
    }
  }

  async function surviving(work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'the outbox stumbled and goes on');
    }
  }

  const rest = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        resting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, pauseMs);
      resting.add(end);
    });

  const wake = () => {
    calls++;
    for (const end of [...resting]) end();
  };

  return {
    wake,
    start() {
      running ??= Promise.all([settleAbandoned, ...Array<typeof lane>(lanes).fill(lane)].map(again));
    },
    async stop() {
      isStopping = true;
      wake();
      await running;
    },
  };
}

const transportFor = ({ smtpUrl, mailTimeoutMs, dataFolder }: Config): MailTransport =>
  smtpUrl
    ? createSmtpTransport({ url: smtpUrl, timeoutMs: mailTimeoutMs })
    : createFolderTransport(join(dataFolder, 'mail'));

const longestLaterMs = 3_600_000;
/** How far apart tries are from what they are set to, at most. */
const spread = 0.2;
/** No lease is that long. */
const longestBackOffMs = longestLaterMs * (1 + spread);

/** Doubling, a little apart from each other. A server that is back is found soon; one that says 'later' is left alone. */
function backOffMs(kind: 'later' | 'unreachable', attempts: number) {
  const [firstMs, longestMs] = kind === 'later' ? [60_000, longestLaterMs] : [5000, 300_000];
  const apart = 1 - spread + Math.random() * 2 * spread;
  return Math.round(Math.min(firstMs * 2 ** (attempts - 1), longestMs) * apart);
}
