import { page } from 'vitest/browser';
import type { Report } from '#services.ts';
import type { MessageRecord } from '#storage/records.ts';
import { sampleUser } from './sample-content.ts';
import { type SamplePackOptions, samplePackServices } from './sample-packs.ts';
import { showWorld } from './show-app.tsx';

export const day = 86_400;
export const now = Math.floor(Date.now() / 1000);

export const message = (id: string, fields: Partial<MessageRecord>): MessageRecord => ({
  id,
  type: 'salestool--message',
  ownerId: sampleUser.uuid,
  pack: { type: 'salestool--pack', id: 'brightwater' },
  drupal_internal__id: 4,
  company: 'Brightwater Cafés',
  sent: true,
  ...fields,
});

export const daniel = message('m1', {
  ...{ first_name: 'Daniel', last_name: 'Okafor', date_sent: now - 2 * day, delivery: 'sent', opened: 3 },
  last_opened: (now - 3600) * 1000,
});
const hostile = message('m2', {
  first_name: '<img src=x onerror="window.hacked=1">',
  last_name: '=1+1',
  company: '<script>window.hacked=1</script>',
  date_sent: now - 4 * day,
  delivery: 'failed',
  delivery_detail: 'No such <b>mailbox</b>',
});
const priya = message('m3', { first_name: 'Priya', last_name: 'Nair', date_sent: now });
delete priya.drupal_internal__id;

export const report = (rows: Report['rows']): Report => ({
  title: '',
  columns: [],
  rows,
  total: rows.length,
});
const visit = (id: string, kind: string, device: string, reading_time: number, at = now - 3600) => ({
  ...{ id, message: 'm1', name: 'Daniel Okafor', kind, device, date: at, reading_time },
});
export const reports = {
  'pack/brightwater/visits': report([
    visit('v1', 'prospect', 'phone', 190),
    visit('v2', 'prospect', 'desktop', 170),
    visit('v3', 'prospect', 'phone', 40),
    visit('v4', 'scanner', 'Barracuda', 0),
    visit('v5', 'own', 'desktop', 600),
  ]),
  'message/m1/media': report([
    { id: 'prices', name: 'Price list, autumn 2026', reading_time: 185 },
    { id: 'guide', name: 'T3 product guide', reading_time: 120 },
    { id: 'case', name: 'Nobody read this', reading_time: 0 },
  ]),
};

const waiting = [
  {
    type: 'salestool--message' as const,
    ...{ id: 'm3', title: '', subtitle: '', updated: 0, state: 'waiting' as const, reason: null },
    packId: 'brightwater',
  },
];
export const log = [
  {
    ...{ id: 9, uuid: 'm9', pack_uuid: 'brightwater', date_sent: now - day, kind: 'link' as const },
    ...{ first_name: 'Sent', last_name: 'Elsewhere', opened: 1, last_opened: now - 60 },
  },
];

export const show = (options: SamplePackOptions = {}) =>
  showWorld(
    '/packs/brightwater/details',
    samplePackServices({ messages: [daniel, hostile, priya], waiting, packLog: log, reports, ...options }),
  );
export const row = (name: string) => page.getByRole('button', { name, exact: true });
/** What Daniel's row says of how far his message has come. */
export const wordsOfDaniel = () => {
  const item = row('Daniel').query()?.closest('li');
  return [...(item?.querySelectorAll('[data-state] p') ?? [])].map(({ textContent }) => textContent);
};
export const timeOnPage = () => page.getByText('The page itself').element().closest('li')?.textContent;
export const offline = { connection: { online: false, icon: 'offline' } } as const;
