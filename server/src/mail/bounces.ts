import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#clock.ts';
import type { HostDatabase } from '#database/database.ts';
import type { Keys } from '#keys.ts';
import { mailNamedIn } from './message-id.ts';
import { showBounce } from './outbox-store.ts';
import { type Bounce, readBounce } from './read-bounce.ts';
import { deliveryTexts } from './texts.ts';

interface Parts {
  database: HostDatabase;
  keys: Keys;
  log: FastifyBaseLogger;
  clock: Clock;
}

/** `other` is no bounce, or one of a mail that this host never sent. */
export type TakenAs = 'bounce' | 'other';

export type Bounces = ReturnType<typeof createBounces>;

/** What comes back: marks the message as failed, with the reason. The same bounce again changes nothing. */
export const createBounces = ({ database, keys, log, clock }: Parts) => ({
  /** @param raw the whole mail as it arrived; whoever sent it is not believed, only our own `Message-ID` in it is */
  async take(raw: Uint8Array): Promise<TakenAs> {
    const bounce = await readBounce(raw);
    const mailId = bounce && mailNamedIn(keys, bounce.references.join(' '));
    if (!mailId) return 'other';
    const isNew = await database.write((trx) => showBounce(trx, mailId, wordsFor(bounce), clock()));
    if (isNew) log.info({ mail: mailId, status: bounce.status }, 'a mail came back');
    return 'bounce';
  },
});

const wordsFor = ({ status, reason }: Bounce) =>
  /^5\.1\./.test(status) ? deliveryTexts.addressRefused(reason) : deliveryTexts.cameBack(reason);
