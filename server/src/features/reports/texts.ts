import type { Column } from './report.ts';

const text = (key: string, label: string): Column => ({ key, label, type: 'text' });
const number = (key: string, label: string): Column => ({ key, label, type: 'number' });
const date = (key: string, label: string): Column => ({ key, label, type: 'date' });
const duration = (key: string, label: string): Column => ({ key, label, type: 'duration' });

/** What each report is called and what its columns say. */
export const reportTexts = {
  recipients: {
    title: (pack: string) => `Recipients of ${pack}`,
    columns: [
      text('name', 'Recipient'),
      text('company', 'Company'),
      text('email', 'Email'),
      text('subject', 'Subject'),
      date('date', 'Sent'),
      text('kind', 'Sent by'),
      text('delivery', 'Delivery'),
      number('opened', 'Opened'),
      duration('reading_time', 'Reading time'),
      date('last_opened', 'Last opened'),
    ],
  },
  medias: {
    title: (pack: string) => `What was read of ${pack}`,
    columns: [
      text('name', 'File'),
      number('sent', 'Sent'),
      number('recipients', 'Recipients who opened it'),
      number('opened', 'Opened'),
      duration('reading_time', 'Reading time'),
      date('last_opened', 'Last opened'),
    ],
  },
  visits: {
    title: (of: string) => `Visits of ${of}`,
    columns: [
      text('name', 'Recipient'),
      text('kind', 'Visit'),
      text('device', 'Device'),
      date('date', 'Opened'),
      duration('reading_time', 'Reading time'),
    ],
  },
  packs: {
    title: () => 'My packs',
    columns: [
      text('title', 'Pack'),
      text('channel', 'Channel'),
      number('sent', 'Sent'),
      number('read_by', 'Recipients who opened it'),
      number('opened', 'Opened'),
      duration('reading_time', 'Reading time'),
      date('last_sent', 'Last sent'),
      date('last_opened', 'Last opened'),
    ],
  },
  users: {
    title: (channel: string) => `Users of ${channel}`,
    columns: [
      text('name', 'User'),
      number('packs', 'Packs made'),
      number('mails', 'Sent by e-mail'),
      number('links', 'Sent by link'),
      number('read_by', 'Recipients who opened it'),
      duration('reading_time', 'Reading time'),
      date('last_sent', 'Last sent'),
      date('last_active', 'Last active'),
    ],
  },
  resources: {
    title: (channel: string) => `Resources of ${channel}`,
    columns: [
      text('name', 'File'),
      number('sent', 'Sent'),
      number('recipients', 'Recipients who opened it'),
      number('opened', 'Opened'),
      duration('reading_time', 'Reading time'),
      date('last_opened', 'Last opened'),
    ],
  },
} as const;

export const untitledPack = 'Untitled pack';
export const unknownFile = 'A file that is no longer there';
export const nameless = 'A recipient without a name';
