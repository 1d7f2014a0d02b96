import { writeSnapshot } from '@satchel/core/pack/pack-snapshot.ts';
import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { recallPackData } from '@satchel/core/pack/recalled-pack-data.ts';
import { withoutItems } from '@satchel/core/pack/without-items.ts';
import type { LinkControl, MessageForm } from '#services.ts';
import type { MessageRecord, PackRecord } from '#storage/records.ts';

/**
 * The pack as the message carries it, without what cannot be sent any more.
 * @throws Error in words when nobody could read it
 */
export function snapshotWithout({ title, pack_data }: PackRecord, ids: readonly string[]): string {
  const read = recallPackData(pack_data);
  if (!read.ok && read.because !== 'empty') throw new Error('The contents of this pack cannot be read here');
  if (ids.length === 0) return writeSnapshot({ title: title ?? '', pack_data: pack_data ?? null });
  const left = read.ok ? writePackData(withoutItems(read.pack, ids)) : (pack_data ?? null);
  return writeSnapshot({ title: title ?? '', pack_data: left });
}

/** Only what was chosen is said, so that a host without link control never hears of it. */
const linkFields = ({ expires, maxVisits, password, download }: LinkControl): Partial<MessageRecord> => ({
  ...(expires !== null && { link_expires: expires }),
  ...(maxVisits !== null && { link_max_views: maxVisits }),
  ...(password !== '' && { link_password: password }),
  ...(!download && { link_download: false }),
});

export const linkControlOf = (message: Partial<MessageRecord>): LinkControl => ({
  expires: message.link_expires ?? null,
  maxVisits: message.link_max_views ?? null,
  password: message.link_password ?? '',
  download: message.link_download !== false,
});

/** What a form says, as a message has it. */
export const writtenFields = (form: MessageForm): Partial<MessageRecord> => ({
  subject: form.subject,
  email: form.email,
  first_name: form.firstName,
  last_name: form.lastName,
  company: form.company,
  message: { value: form.messageHtml, format: null },
  memo: form.memo,
  contact_permission: form.contactPermission,
  ...(form.link && linkFields(form.link)),
});

/** The other way round; which signature was chosen is known by its owner alone. */
export const fieldsOf = (record: Partial<MessageRecord>): Omit<MessageForm, 'signature'> => ({
  firstName: record.first_name ?? '',
  lastName: record.last_name ?? '',
  email: record.email ?? '',
  company: record.company ?? '',
  subject: record.subject ?? '',
  messageHtml: record.message?.value ?? '',
  contactPermission: record.contact_permission === true,
  memo: record.memo ?? '',
  link: linkControlOf(record),
});
