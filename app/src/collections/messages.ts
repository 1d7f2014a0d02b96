import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { LinkControl, MessageForm, Messages } from '#services.ts';
import type { MessageRecord, PackRecord, SignatureRecord } from '#storage/records.ts';
import { keptDefinitions } from '#sync/definitions.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';
import { collections } from './collections.ts';

interface MessagesParts extends CollectionParts {
  prospectPage: HostConfiguration['prospectPage'];
  mySignature: () => Promise<SignatureRecord | null>;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/** Only what was chosen is said, so that a host without link control never hears of it. */
const linkFields = ({ expires, maxVisits, password, download }: LinkControl): Partial<MessageRecord> => ({
  ...(expires !== null && { link_expires: expires }),
  ...(maxVisits !== null && { link_max_views: maxVisits }),
  ...(password !== '' && { link_password: password }),
  ...(!download && { link_download: false }),
});

const linkControlOf = (message: MessageRecord): LinkControl => ({
  expires: message.link_expires ?? null,
  maxVisits: message.link_max_views ?? null,
  password: message.link_password ?? '',
  download: message.link_download !== false,
});

export function createMessages(parts: MessagesParts): Messages {
  const { database, origin, prospectPage, mySignature } = parts;
  const records = database.records('salestool--message');

  const linkOf = (token: string) => new URL(prospectPage.replace('{token}', token), `${origin}/`).href;

  /** PSEND-05 */
  async function signatureFor(
    pack: PackRecord,
    { signature }: MessageForm,
  ): Promise<ResourceIdentifier<'salestool--signature'> | null> {
    if (signature === 'none') return null;
    if (signature === 'mine') {
      const mine = await mySignature();
      return mine ? { type: 'salestool--signature', id: mine.id } : null;
    }
    const channelId = pack.channel?.id ?? parts.channel.current();
    const channel = channelId ? await database.records('salestool--channel').get(channelId) : undefined;
    return channel?.signature ?? null;
  }

  /** Whether the host's messages have a field, as far as is known. */
  async function lists(field: string): Promise<boolean> {
    const known = (await keptDefinitions(database))?.['salestool--message'];
    return known?.attributes.includes(field) ?? true;
  }

  /** Whose work it is, and whether links are made here: a host that takes no token makes the link itself (PSEND-16). */
  async function beginRecording(how: 'send' | 'link') {
    const ownerId = userIdOf(parts);
    if (ownerId === null) throw new Error('You are not logged in');
    const isLinkLocal = await lists('link_token');
    if (!isLinkLocal && how === 'link' && !parts.isOnline()) throw new Error('Application is offline');
    return { ownerId, isLinkLocal };
  }

  interface Identity {
    id: string;
    token: string;
    /** ms; null for a new one. */
    created: number | null;
    ownerId: string;
    isLinkLocal: boolean;
  }

  async function makeMessage(
    pack: PackRecord,
    form: MessageForm,
    how: 'send' | 'link',
    { id, token, created, ownerId, isLinkLocal }: Identity,
  ) {
    const now = Date.now();
    const message: MessageRecord = {
      id,
      type: 'salestool--message',
      subject: form.subject,
      email: form.email,
      first_name: form.firstName,
      last_name: form.lastName,
      company: form.company,
      message: { value: form.messageHtml, format: null },
      memo: form.memo,
      contact_permission: form.contactPermission,
      sent: how === 'send',
      date_sent: how === 'send' ? seconds(now) : 0,
      ...(isLinkLocal && { link_token: token }),
      ...(form.link && linkFields(form.link)),
      pack: { type: 'salestool--pack', id: pack.id },
      signature: await signatureFor(pack, form),
      ownerId,
      created: created ?? now,
      changed: now,
    };
    return { message, link: linkOf(token) };
  }

  /** @throws Error in words when it was let go or taken meanwhile */
  async function refusedRecord(id: string) {
    const found = await findRefused(id);
    if (!found) throw new Error('The message is not refused any more');
    return found;
  }

  async function findRefused(id: string) {
    const [record, row] = await Promise.all([records.get(id), database.queue.get(id)]);
    if (!record || !row?.refused || row.ownerId !== userIdOf(parts)) return null;
    return { record, reason: row.refused };
  }

  async function choiceOf({ signature }: MessageRecord): Promise<MessageForm['signature']> {
    if (!signature) return 'none';
    return signature.id === (await mySignature())?.id ? 'mine' : 'default';
  }

  return {
    async record(pack, form, how, { corrects, id } = {}) {
      const { ownerId, isLinkLocal } = await beginRecording(how);
      const before = corrects === undefined ? null : await refusedRecord(corrects);
      // Under the same id it can never be there twice, and a link that was given away leads to it.
      const made = await makeMessage(pack, form, how, {
        id: before?.record.id ?? id ?? newId(),
        token: before?.record.link_token ?? makeLinkToken(),
        created: before?.record.created ?? null,
        ownerId,
        isLinkLocal,
      });
      const { saves } = await parts.engine();
      const result =
        corrects === undefined
          ? await (await saves.addAll([made.message])).pushed
          : await saves.save(made.message, collections.message.save);
      const kept = (await records.get(made.message.id)) ?? made.message;
      if (isLinkLocal) return { ...result, message: kept, link: linkOf(kept.link_token ?? '') };
      if (how === 'link' && !kept.link) throw new Error(result.failure ?? 'The server made no link');
      return { ...result, message: kept, link: kept.link ?? '' };
    },

    async recordAll(pack, messages, how) {
      const { ownerId, isLinkLocal } = await beginRecording(how);
      if (!isLinkLocal && how === 'link') throw new Error('This server makes one link at a time');
      const made = await Promise.all(
        messages.map(({ id, form }) =>
          makeMessage(pack, form, how, {
            ...{ id, token: makeLinkToken(), created: null, ownerId, isLinkLocal },
          }),
        ),
      );
      const { saves } = await parts.engine();
      const { pushed } = await saves.addAll(made.map(({ message }) => message));
      const kept = await records.bulkGet(messages.map(({ id }) => id));
      const recorded = made.map(({ message, link }, index) => {
        const stored = kept[index] ?? message;
        return {
          message: stored,
          link: stored.link_token ? linkOf(stored.link_token) : (stored.link ?? link),
        };
      });
      return { recorded, pushed };
    },

    async recorded(ids) {
      const ownerId = userIdOf(parts);
      const found = await records.bulkGet([...ids]);
      return found.flatMap((message) => (message && message.ownerId === ownerId ? [message.id] : []));
    },

    takesLinkControl: () => lists('link_expires'),

    async refused(id) {
      const found = await findRefused(id);
      if (!found) return null;
      const { record, reason } = found;
      const form: MessageForm = {
        firstName: record.first_name ?? '',
        lastName: record.last_name ?? '',
        email: record.email ?? '',
        company: record.company ?? '',
        subject: record.subject ?? '',
        messageHtml: record.message?.value ?? '',
        contactPermission: record.contact_permission === true,
        memo: record.memo ?? '',
        signature: await choiceOf(record),
        link: linkControlOf(record),
      };
      return { id, form, reason };
    },

    async ofPack(packId) {
      const ownerId = userIdOf(parts);
      const found = await records.where('pack.id').equals(packId).toArray();
      return found
        .filter((message) => ownerId !== null && message.ownerId === ownerId)
        .sort((a, b) => (b.created ?? 0) - (a.created ?? 0));
    },

    async get(id) {
      const message = await records.get(id);
      return message && message.ownerId === userIdOf(parts) ? message : null;
    },
  };
}
