import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import { isPrivatePack } from '@satchel/core/pack/is-private-pack.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { MessageForm, Messages, RefusedMessage } from '#services.ts';
import type { MessageRecord, PackRecord, SignatureRecord } from '#storage/records.ts';
import { keptDefinitions } from '#sync/definitions.ts';
import type { Every } from '#sync/runner-lock.ts';
import { type EditableMessage, editableMessage } from '#sync/save/editable-message.ts';
import { idNow } from '#sync/save/moved-message.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';
import { collections } from './collections.ts';
import { laterThanHost } from './later-than-all.ts';
import { fieldsOf, linkControlOf, snapshotWithout, writtenFields } from './message-fields.ts';
import { createMessageHolds } from './message-holds.ts';

interface MessagesParts extends CollectionParts {
  prospectPage: HostConfiguration['prospectPage'];
  mySignature: () => Promise<SignatureRecord | null>;
  /** For holds that are renewed. */
  every?: Every | undefined;
}

interface Recording {
  ownerId: string;
  /** Whether the app makes the links. */
  isLinkLocal: boolean;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

export function createMessages(parts: MessagesParts): Messages {
  const { database, origin, prospectPage, mySignature } = parts;
  const records = database.records('salestool--message');

  const linkOf = (token: string) => new URL(prospectPage.replace('{token}', token), `${origin}/`).href;

  const addressOf = ({ link_token, link }: MessageRecord) =>
    link_token ? linkOf(link_token) : (link ?? null);

  /** A pack for everybody is sent from where its sender is; a message that is written anew stays where it was written. */
  const channelOf = (pack: PackRecord, before: MessageRecord | null | undefined): string | null =>
    pack.channel?.id ?? before?.channel?.id ?? parts.channel.current();

  /** PSEND-05 */
  async function signatureFor(
    { signature }: MessageForm,
    channelId: string | null,
  ): Promise<ResourceIdentifier<'salestool--signature'> | null> {
    if (signature === 'none') return null;
    if (signature === 'mine') {
      const mine = await mySignature();
      return mine ? { type: 'salestool--signature', id: mine.id } : null;
    }
    const channel = channelId ? await database.records('salestool--channel').get(channelId) : undefined;
    return channel?.signature ?? null;
  }

  async function own(id: string) {
    const message = await records.get(id);
    return message && message.ownerId === userIdOf(parts) ? message : null;
  }

  /** Whether the host's messages have a field that only hosts of our own kind may have; null before it has told. */
  async function lists(field: string, told = keptDefinitions(database)): Promise<boolean | null> {
    const known = await told;
    return known && (known['salestool--message']?.attributes.includes(field) ?? false);
  }

  /** The same, of a host that has not told yet and can be asked. */
  async function listsNow(field: string): Promise<boolean | null> {
    const told = await lists(field);
    return told === null && parts.isOnline() ? lists(field, (await parts.engine()).definitions()) : told;
  }

  /** Whose work it is, and whether links are made here: a host that takes no token makes the link itself (PSEND-16). */
  async function beginRecording(pack: PackRecord, how: 'send' | 'link'): Promise<Recording> {
    const ownerId = userIdOf(parts);
    if (ownerId === null) throw new Error('You are not logged in');
    // Somebody else may have signed in meanwhile, in another window.
    if (isPrivatePack(pack) && pack.ownerId && pack.ownerId !== ownerId)
      throw new Error('This pack belongs to somebody else');
    const takesToken = await listsNow('link_token');
    // Nobody is given an address that may lead nowhere. A mail goes when the host has told, with its link or without.
    const isLinkLocal = takesToken ?? how === 'send';
    if (!isLinkLocal && how === 'link' && !parts.isOnline()) throw new Error('Application is offline');
    return { ownerId, isLinkLocal };
  }

  /**
   * One that is called older than it is would be asked about before it goes, as having waited for long, once a clock that was
   * behind is put right.
   */
  const writtenNow = () => laterThanHost(parts, ['salestool--pack', 'salestool--message']);

  interface Identity extends Recording {
    id: string;
    token: string;
    /** ms; null for a new one. */
    created: number | null;
    /** ms; of several that are made at once each is a little later than the one before, so that they go as they were typed. */
    written: number;
    signature: ResourceIdentifier<'salestool--signature'> | null;
    channelId: string | null;
    /** The pack as its sender sees it, which another window or device may change before this is written. */
    snapshot: string;
  }

  /**
   * The id that a form has for its message. One under which somebody else was written to already, from another window with
   * the same draft say, is not taken: what is there stays as it is, and this person would get nothing.
   */
  function idFor(
    { id, there }: { id: string; there: MessageRecord | undefined },
    { email }: MessageForm,
    how: 'send' | 'link',
    { ownerId, isLinkLocal }: Recording,
  ) {
    if (!there) return id;
    if (there.email !== email || there.ownerId !== ownerId) return newId();
    // A link that this form was to make before stays one, and mails nobody.
    if (how === 'send' && !there.sent) return newId();
    if (!isLinkLocal || there.link_token) return id;
    // It came from the host: it was made before this device was put back to an earlier state.
    if (how === 'send' && there.sent)
      throw new Error(
        `A message to ${email} was sent from this form before. Open it anew to send another one`,
      );
    return newId();
  }

  function makeMessage(
    pack: PackRecord,
    form: MessageForm,
    how: 'send' | 'link',
    { id, token, created, written, ownerId, isLinkLocal, signature, channelId, snapshot }: Identity,
  ) {
    const message: MessageRecord = {
      id,
      type: 'salestool--message',
      ...writtenFields(form),
      sent: how === 'send',
      date_sent: how === 'send' ? seconds(written) : 0,
      ...(isLinkLocal && { link_token: token }),
      pack: { type: 'salestool--pack', id: pack.id },
      ...(!pack.channel && channelId && { channel: { type: 'salestool--channel', id: channelId } }),
      pack_snapshot: snapshot,
      signature,
      ownerId,
      created: created ?? written,
      changed: written,
    };
    return { message, link: linkOf(token) };
  }

  /** @throws Error in words when it has left, or may have */
  async function editableRecord(id: string) {
    const found = await findEditable(id);
    if (found) return found;
    const isThere = (await own(id)) !== null;
    throw new Error(
      isThere ? 'The message does not wait any more' : 'The message was cancelled in another window',
    );
  }

  const findEditable = (id: string) => editableMessage(database, id, userIdOf(parts));

  const holds = createMessageHolds({
    database,
    now: parts.now,
    find: findEditable,
    engine: parts.engine,
    every: parts.every,
  });

  async function choiceOf({ signature }: MessageRecord): Promise<MessageForm['signature']> {
    if (!signature) return 'none';
    return signature.id === (await mySignature())?.id ? 'mine' : 'default';
  }

  const formOf = async (record: MessageRecord): Promise<MessageForm> => ({
    ...fieldsOf(record),
    signature: await choiceOf(record),
  });

  /** What was written on another device is here without its words. */
  async function withWords(message: MessageRecord): Promise<MessageRecord> {
    if (message.message !== undefined) return message;
    if (!parts.isOnline()) throw new Error('Application is offline');
    return { ...message, ...(await (await parts.engine()).loads.message(message.id)) };
  }

  const asWritten = async ({ record, reason }: EditableMessage): Promise<RefusedMessage> => ({
    ...{ id: record.id, form: await formOf(record) },
    ...{ reason, changed: record.changed ?? null, channelId: record.channel?.id ?? null },
  });

  return {
    async record(pack, form, how, { corrects, id, without = [], onRecorded } = {}) {
      const toCorrect = corrects === undefined ? null : editableRecord(corrects);
      const signFrom = (before: MessageRecord | undefined) => signatureFor(form, channelOf(pack, before));
      // Read together: each way to the database and back is a part of what a save takes.
      const [written, recording, corrected, signature, there] = await Promise.all([
        writtenNow(),
        beginRecording(pack, how),
        toCorrect,
        toCorrect === null ? signFrom(undefined) : toCorrect.then(({ record }) => signFrom(record)),
        id === undefined ? undefined : records.get(id),
      ]);
      const newOne = id === undefined ? newId() : idFor({ id, there }, form, how, recording);
      // Under the same id it can never be there twice, and a link that was given away leads to it.
      const made = makeMessage(pack, form, how, {
        id: corrected?.record.id ?? newOne,
        token: corrected?.record.link_token ?? makeLinkToken(),
        created: corrected?.record.created ?? null,
        written,
        ...recording,
        ...{ signature, channelId: channelOf(pack, corrected?.record) },
        snapshot: snapshotWithout(pack, without),
      });
      const { saves } = await parts.engine();
      const { pushed } = await (corrected === null
        ? saves.addAll([made.message])
        : saves.correct(made.message));
      onRecorded?.();
      const result = await pushed;
      const kept = (await records.get(await idNow(database, made.message.id))) ?? made.message;
      // Whatever came of the push, it is recorded: made again, the prospect would get two of them.
      return { ...result, message: kept, link: addressOf(kept) ?? '' };
    },

    async recordAll(pack, messages, how, { without = [] } = {}) {
      const [written, recording] = await Promise.all([writtenNow(), beginRecording(pack, how)]);
      if (!recording.isLinkLocal && how === 'link') throw new Error('This server makes one link at a time');
      const snapshot = snapshotWithout(pack, without);
      const channelId = channelOf(pack, null);
      const made = await Promise.all(
        messages.map(async ({ id, form }, place) => {
          const [there, signature] = await Promise.all([records.get(id), signatureFor(form, channelId)]);
          return makeMessage(pack, form, how, {
            id: idFor({ id, there }, form, how, recording),
            ...{ token: makeLinkToken(), created: null, written: written + place },
            ...{ ...recording, signature, channelId, snapshot },
          });
        }),
      );
      const { saves } = await parts.engine();
      const { pushed } = await saves.addAll(made.map(({ message }) => message));
      const kept = await records.bulkGet(made.map(({ message }) => message.id));
      const recorded = made.map(({ message, link }, index) => {
        const stored = kept[index] ?? message;
        return { message: stored, link: addressOf(stored) ?? link };
      });
      return { recorded, pushed };
    },

    async recorded(messages) {
      const ownerId = userIdOf(parts);
      const found = await records.bulkGet(messages.map(({ id }) => id));
      return messages.flatMap(({ id, email }, index) => {
        const there = found[index];
        return there && there.ownerId === ownerId && there.email === email.trim() ? [id] : [];
      });
    },

    async written(id) {
      const message = await own(id);
      return message && formOf(await withWords(message));
    },

    async says(id, form) {
      const message = await own(await idNow(database, id));
      const pack = message?.pack && (await database.records('salestool--pack').get(message.pack.id));
      if (!message || !pack) return false;
      const signature = await signatureFor(form, channelOf(pack, message));
      const written = fieldsOf(writtenFields(form));
      return (
        JSON.stringify([written, signature?.id ?? null]) ===
        JSON.stringify([fieldsOf(message), message.signature?.id ?? null])
      );
    },

    takesSnapshot: () => listsNow('pack_snapshot'),

    takesLinkControl: async () => (await lists('link_expires')) === true,

    async refused(id) {
      const found = await findEditable(id);
      return found && found.reason !== null ? asWritten(found) : null;
    },

    async edit(id) {
      const found = await holds.begin(id);
      return found && asWritten(found);
    },

    async standing(id, changed) {
      const found = await findEditable(id);
      if (found) return (found.record.changed ?? null) === changed ? 'as it was' : 'edited';
      return (await own(id)) ? 'left' : 'cancelled';
    },

    async endEdit(id) {
      await holds.end(id);
      (await parts.engine()).wake();
    },

    async cancel(id) {
      const seen = await own(id);
      // What another window has cancelled is not said to be cancelled by this one.
      if (!seen) throw new Error('It was cancelled in another window');
      const { saves, wake } = await parts.engine();
      // It must not leave while this waits for its turn behind others that go.
      try {
        await holds.put(id);
        await saves.cancel(seen);
      } catch (error) {
        await holds.end(id);
        wake();
        throw error;
      }
      await holds.end(id);
      await database.packLog.where('uuid').equals(id).delete();
    },

    async link(id) {
      const message = await own(id);
      if (message === null) return null;
      return (await lists('link_token')) === false ? (message.link ?? null) : addressOf(message);
    },

    async control(id) {
      const message = await own(id);
      if (!message || !(await lists('link_expires'))) return null;
      return { ...linkControlOf(message), revoked: message.link_revoked === true };
    },

    async setControl(id, { expires, maxVisits, password, withoutPassword, download, revoked }) {
      const message = await own(id);
      if (!message) throw new Error('Not found');
      const saidPassword = withoutPassword ? (password ?? '') : password;
      const change: Partial<MessageRecord> = {
        ...(expires !== undefined && { link_expires: expires }),
        ...(maxVisits !== undefined && { link_max_views: maxVisits }),
        ...(saidPassword !== undefined && { link_password: saidPassword }),
        ...(download !== undefined && { link_download: download }),
        ...(revoked !== undefined && { link_revoked: revoked }),
      };
      return (await parts.engine()).saves.change(message, change, collections.message.save);
    },

    async ofPack(packId) {
      const ownerId = userIdOf(parts);
      const found = await records.where('pack.id').equals(packId).toArray();
      return found
        .filter((message) => ownerId !== null && message.ownerId === ownerId)
        .sort((a, b) => (b.created ?? 0) - (a.created ?? 0));
    },

    get: own,
    idNow: (id) => idNow(database, id),
  };
}
