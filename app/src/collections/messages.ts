import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { MessageForm, Messages } from '#services.ts';
import type { MessageRecord, PackRecord, SignatureRecord } from '#storage/records.ts';
import { keptDefinitions } from '#sync/definitions.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';
import { collections } from './collections.ts';

interface MessagesParts extends CollectionParts {
  prospectPage: HostConfiguration['prospectPage'];
  mySignature: () => Promise<SignatureRecord | null>;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

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

  /** Whether the host takes a link's token from the client; without that it makes the link itself (PSEND-16). */
  async function makesLinksHere(): Promise<boolean> {
    const known = (await keptDefinitions(database))?.['salestool--message'];
    return known?.attributes.includes('link_token') ?? true;
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
    async record(pack, form, how, { corrects } = {}) {
      const ownerId = userIdOf(parts);
      if (ownerId === null) throw new Error('You are not logged in');
      const isLinkLocal = await makesLinksHere();
      if (!isLinkLocal && how === 'link' && !parts.isOnline()) throw new Error('Application is offline');
      const now = Date.now();
      const before = corrects === undefined ? null : await refusedRecord(corrects);
      // Under the same id it can never be there twice, and a link that was given away leads to it.
      const token = before?.record.link_token ?? makeLinkToken();
      const message: MessageRecord = {
        id: before?.record.id ?? newId(),
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
        pack: { type: 'salestool--pack', id: pack.id },
        signature: await signatureFor(pack, form),
        ownerId,
        created: before?.record.created ?? now,
        changed: now,
      };
      const result = await (await parts.engine()).saves.save(message, collections.message.save);
      const kept = (await records.get(message.id)) ?? message;
      if (isLinkLocal) return { ...result, message: kept, link: linkOf(token) };
      if (how === 'link' && !kept.link) throw new Error(result.failure ?? 'The server made no link');
      return { ...result, message: kept, link: kept.link ?? '' };
    },

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
