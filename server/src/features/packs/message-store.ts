import { linkTokenPattern, makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { writeSnapshot } from '@satchel/core/pack/pack-snapshot.ts';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { newInternalId } from '#database/ids.ts';
import { bumpRevision, ownerScope } from '#database/revision.ts';
import {
  NeedsPreparation,
  type OwnedRow,
  type RecordStore,
  type StoredValue,
  type WriteContext,
} from '#features/content/record-store.ts';
import { isErased } from '#features/prospect-pages/erase-store.ts';
import { wasOpened } from '#features/prospect-pages/view-store.ts';
import { HttpError, unprocessable } from '#http/errors.ts';
import { isAdministrator, type SignedInViewer } from '#http/viewer.ts';
import { hashToken, type Keys } from '#keys.ts';
import { isMailAddress } from '#mail/mail-address.ts';
import type { Outbox } from '#mail/outbox.ts';
import { beginMailAnew, cancelMail, isMailWaiting, queueMail, rewriteMail } from '#mail/queue-mail.ts';
import type { Threads } from '#threads/threads.ts';
import { withHashedPassword, withLinkControl } from './link-control.ts';
import { checkedSnapshot, type PackContents, packData, snapshotContents } from './pack-data.ts';
import { insertRow, updateRow } from './pack-store.ts';
import { unsendableItems } from './sendable-items.ts';
import { forgetSentMedias, keepSentMedias } from './sent-media-store.ts';
import { packTexts } from './texts.ts';

interface Parts {
  database: HostDatabase;
  keys: Keys;
  outbox: Outbox;
  threads: Threads;
}

/** Goes with the columns from `prepare` on: the `PackContents` of the snapshot, null when it cannot be read. */
const namedIn = 'pack_contents';

/** Goes with a snapshot that the host took of the pack: the state in which the pack was. */
const takenFrom = 'pack_changed';

const snapshotPointer = '/data/attributes/pack_snapshot';

/** Of a message what its mail says, too. */
const inMail = [
  ...['subject', 'first_name', 'last_name', 'company', 'message', 'signature_id', 'pack_snapshot'],
];

const refused = (detail: string, pointer: string) => unprocessable([{ detail, pointer }]);

/**
 * Messages with the pack as it was when they were made. Record, snapshot and the mail's place in the outbox are
 * written in one transaction; the mail leaves after its commit.
 */
export function createMessageStore({ database, keys, outbox, threads }: Parts): RecordStore {
  const { dialect } = database;
  const contentsOf = (snapshot: string) => threads.run(packData, snapshotContents, snapshot, snapshot.length);

  async function checked(given: StoredValue) {
    const text = String(given);
    const snapshot = await threads.run(packData, checkedSnapshot, text, text.length);
    if ('refused' in snapshot) throw refused(`pack_snapshot: ${snapshot.refused}`, snapshotPointer);
    return { pack_snapshot: snapshot.text, [namedIn]: snapshot.contents };
  }

  async function prepareNew(columns: Columns): Promise<Columns> {
    return columns.pack_snapshot ? { ...columns, ...(await checked(columns.pack_snapshot)) } : columns;
  }

  async function prepareChange(columns: Columns, stored: OwnedRow): Promise<Columns> {
    const { pack_snapshot: given, ...others } = columns;
    if (given !== undefined) {
      const anew = await checked(given);
      if (anew.pack_snapshot !== stored.pack_snapshot) return { ...others, ...anew };
    }
    // It is sent now, and what was made long ago may not be sent any more.
    if (others.sent !== 1 || stored.sent === 1) return others;
    return { ...others, [namedIn]: await contentsOf(String(stored.pack_snapshot)) };
  }

  async function refuseUnsendable({ trx, viewer }: WriteContext, contents: PackContents | null) {
    // It would be mailed with a link to a page that never gets ready.
    if (!contents) throw refused(packTexts.unreadablePack, '/data/relationships/pack');
    const items = await unsendableItems(trx, contents, viewer, dialect);
    if (items.length > 0) throw refused(packTexts.cannotBeSent(items), '/data/relationships/pack');
  }

  /** A message that came without a snapshot gets its pack as it is; what that names takes a thread when it is large. */
  async function withSnapshotOf(trx: WriteTransaction, { id, changed }: { id: string; changed: number }) {
    const { title, pack_data } = await trx
      .selectFrom('pack')
      .select(['title', 'pack_data'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return new NeedsPreparation(async () => {
      const pack_snapshot = writeSnapshot({ title, pack_data });
      return { pack_snapshot, [namedIn]: await contentsOf(pack_snapshot), [takenFrom]: changed };
    });
  }

  const keepMedias = ({ trx, viewer: sender }: WriteContext, id: string, contents: PackContents | null) =>
    keepSentMedias(trx, id, contents ? [...contents.medias, ...contents.others] : [], { sender, dialect });

  async function send({ trx, now, afterCommit }: WriteContext, messageId: string) {
    await queueMail(trx, { kind: 'pack', messageId }, now);
    afterCommit(() => outbox.wake());
  }

  return {
    async prepare(columns, { stored }) {
      const present = stored && columns.link_password ? await passwordOf(database, String(stored.id)) : null;
      const hashed = await withHashedPassword(columns, present);
      return stored ? prepareChange(hashed, stored) : prepareNew(hashed);
    },

    async create(context, id, { columns }) {
      const { trx, viewer, now } = context;
      const {
        link_token: given,
        pack_snapshot: snapshot,
        [namedIn]: named = null,
        [takenFrom]: takenOf,
        delivery,
        ...rest
      } = columns;
      const pack = await packOf(trx, rest.pack_id);
      const token = await freeToken(trx, given);
      if (!snapshot || (takenOf !== undefined && takenOf !== pack.changed))
        throw await withSnapshotOf(trx, pack);
      const contents = contentsFrom(named);
      const ended = knownEnd(delivery, rest.sent);
      const isSent = rest.sent === 1 || ended !== null;
      const isDue = isSent && ended === null;
      if (isDue) refuseNoAddress(rest.email);
      // What was mailed before a restore comes back as it was.
      if (ended === null) await refuseUnsendable(context, contents);
      const channelId = channelOf(pack, rest.channel_id);
      const isForeign = ended !== null && !isMember(viewer, channelId);
      await insertRow(trx, 'message', {
        ...emptyMessage,
        ...withLinkControl(rest, false, now),
        sent: isSent ? 1 : 0,
        id,
        internal_id: newInternalId(now),
        created: now,
        changed: now,
        owner_id: viewer.accountId,
        // Nobody checked what it names, so it shows nothing of a channel that its sender has left.
        channel_id: isForeign ? null : channelId,
        date_sent: rest.date_sent ?? (isSent ? now : null),
        link_token_hash: hashToken(token),
        link_token_sealed: keys.seal(token),
        pack_snapshot: snapshot,
        delivery: ended ?? (isDue ? 'queued' : 'none'),
        delivery_detail: ended && packTexts.mailedBefore[ended],
      });
      await keepMedias(context, id, contents);
      if (isDue) await send(context, id);
      await bumpRevision(trx, ownerScope(viewer.accountId));
    },

    async update(context, stored, { columns: { [namedIn]: named, ...columns } }) {
      const { trx, viewer, now, afterCommit } = context;
      const id = String(stored.id);
      // A device that has not heard of it may have all that was taken out, and says it again with any change.
      if (isErased(stored)) throw new HttpError(409, packTexts.isErased);
      const wasSent = stored.sent === 1;
      const isSentNow = columns.sent === 1 && !wasSent;
      if (wasSent && columns.sent === 0) throw refused(packTexts.isSent, '/data/attributes/sent');
      // The mail is on its way to the one it was written to: another address here would not be true.
      if (wasSent && columns.email !== undefined)
        throw refused(packTexts.isAddressed, '/data/attributes/email');
      if (isSentNow) refuseNoAddress(columns.email === undefined ? stored.email : columns.email);
      const isAnew = columns.pack_snapshot !== undefined;
      if (isAnew && (await mayHaveBeenRead(context, stored)))
        throw new HttpError(409, packTexts.isShown, { pointer: snapshotPointer });
      if (isAnew || isSentNow) {
        const contents = contentsFrom(
          named === undefined ? await contentsOf(String(stored.pack_snapshot)) : named,
        );
        await refuseUnsendable(context, contents);
        if (isAnew) {
          await forgetSentMedias(trx, id);
          await keepMedias(context, id, contents);
        }
      }
      await updateRow(trx, 'message', id, {
        ...withLinkControl(columns, stored.link_revoked === 1, now),
        ...(isSentNow && {
          delivery: 'queued',
          date_sent: columns.date_sent ?? Number(stored.date_sent ?? now),
        }),
        changed: Math.max(now, Number(stored.changed) + 1),
      });
      if (isSentNow) await send(context, id);
      if (columns.link_revoked === 0 && stored.link_revoked === 1) {
        await beginMailAnew(trx, id, now);
        afterCommit(() => outbox.wake());
      }
      if (wasSent && inMail.some((column) => columns[column] !== undefined)) await rewriteMail(trx, id, now);
      await bumpRevision(trx, ownerScope(viewer.accountId));
    },

    async remove({ trx, viewer, now }, { id, delivery }) {
      // One that was mailed before a restore has no mail here that would say so.
      const hasEnded = delivery !== 'none' && delivery !== 'queued';
      if (hasEnded || !(await cancelMail(trx, String(id), now))) throw new HttpError(409, packTexts.isMailed);
      // The device that made it may not have heard that it came here, and would bring it again.
      await trx
        .insertInto('cancelled_link')
        .columns(['token_hash'])
        .expression(trx.selectFrom('message').select('link_token_hash').where('id', '=', String(id)))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx.deleteFrom('message').where('id', '=', String(id)).execute();
      await bumpRevision(trx, ownerScope(viewer.accountId));
    },
  };
}

type Columns = Record<string, StoredValue>;

/** The hash of the password that a link has; null without one. */
async function passwordOf({ db }: HostDatabase, messageId: string) {
  const message = await db
    .selectFrom('message')
    .select('link_password')
    .where('id', '=', messageId)
    .executeTakeFirst();
  return message?.link_password ?? null;
}

/** Whether somebody may know the pack that the message was made with. */
const mayHaveBeenRead = async ({ trx, now }: WriteContext, { id, sent }: OwnedRow) =>
  (await wasOpened(trx, String(id))) || (sent === 1 && !(await isMailWaiting(trx, String(id), now)));

const contentsFrom = (named: StoredValue): PackContents | null =>
  named === null ? null : JSON.parse(String(named));

const emptyMessage: Record<string, StoredValue> = {
  signature_id: null,
  email: null,
  first_name: null,
  last_name: null,
  company: null,
  job_title: null,
  message: null,
  memo: null,
  contact_permission: 0,
  sent: 0,
};

/**
 * How a mail ended that left before the host was restored; null for a message like any other. One that its client last
 * knew as waiting may have left since.
 */
function knownEnd(delivery: StoredValue | undefined, sent: StoredValue | undefined) {
  if (delivery === undefined || delivery === null || delivery === 'none') return null;
  if (delivery === 'queued') return sent === 1 ? 'unknown' : null;
  if (delivery === 'sent' || delivery === 'failed' || delivery === 'unknown') return delivery;
  throw refused(packTexts.wrongDelivery, '/data/attributes/delivery');
}

async function packOf(trx: WriteTransaction, packId: StoredValue | undefined) {
  if (typeof packId !== 'string') throw refused(packTexts.needsPack, '/data/relationships/pack');
  return trx
    .selectFrom('pack')
    .select(['id', 'changed', 'channel_id'])
    .where('id', '=', packId)
    .executeTakeFirstOrThrow();
}

/** A pack for everybody has no channel: then it counts from where it is sent, so that practice stays practice. */
const channelOf = ({ channel_id: own }: { channel_id: string | null }, given: StoredValue | undefined) =>
  own ?? (typeof given === 'string' ? given : null);

const isMember = (viewer: SignedInViewer, channelId: string | null) =>
  channelId === null || isAdministrator(viewer) || viewer.channelIds.includes(channelId);

/** The client's token when it has the right form and nobody uses it, or a new one when there is none. */
async function freeToken(trx: WriteTransaction, given: StoredValue | undefined) {
  const token = given === undefined || given === null ? makeLinkToken() : String(given);
  if (!linkTokenPattern.test(token)) throw refused(packTexts.wrongToken, '/data/attributes/link_token');
  const hash = hashToken(token);
  const cancelled = await trx
    .selectFrom('cancelled_link')
    .select('token_hash')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  if (cancelled) throw new HttpError(410, packTexts.isCancelled, { pointer: '/data/attributes/link_token' });
  const taken = await trx
    .selectFrom('message')
    .select('id')
    .where('link_token_hash', '=', hash)
    .executeTakeFirst();
  if (taken) throw refused(packTexts.tokenTaken, '/data/attributes/link_token');
  return token;
}

function refuseNoAddress(email: unknown) {
  if (typeof email !== 'string' || !isMailAddress(email)) {
    throw refused(packTexts.needsAddress, '/data/attributes/email');
  }
}
