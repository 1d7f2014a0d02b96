import { clonePack } from '@satchel/core/pack/clone-pack.ts';
import { emptyPack, type PackData, type PackElement } from '@satchel/core/pack/pack-data.ts';
import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { Dexie } from 'dexie';
import { fieldsOf } from '#collections/message-fields.ts';
import type { MessageForm, MessageStanding, RefusedMessage, SaveResult } from '#services.ts';
import type { MessageRecord, PackRecord, SignatureRecord } from '#storage/records.ts';
import { sampleMedias, sampleNow, sampleUser } from './sample-content.ts';
import type { SampleOptions } from './sample-options.ts';
import { sampleServices } from './sample-services.ts';

const day = 86_400_000;

export const mediaChild = (id: string, name?: string): PackElement & { type: 'media' } => {
  const media = sampleMedias.find((view) => view.id === id);
  if (!media) throw new Error(`There is no sample media ${id}`);
  const shown = name ?? media.name;
  return {
    id: `child-${id}`,
    type: 'media',
    title: shown,
    showTitle: true,
    introText: '',
    options: { hideTitle: false },
    data: {
      media: {
        id,
        type: media.type,
        mediaType: media.typeLabel,
        name: shown,
        url: media.url,
        thumbnail: media.thumbnailUrl,
      },
    },
  };
};

const titled = (id: string, title: string) => ({
  id,
  title,
  showTitle: true,
  introText: '',
  options: { hideTitle: false },
});

export const documents = (id: string, title: string, mediaIds: readonly string[]): PackElement => ({
  ...titled(id, title),
  type: 'medias',
  data: { medias: mediaIds.map((mediaId) => mediaChild(mediaId)) },
});

export const words = (id: string, title: string, content: string): PackElement => ({
  ...titled(id, title),
  type: 'text',
  data: { content },
});

export const contents = (...elements: PackElement[]): PackData => ({ ...emptyPack, elements });

/** A pack of the sample user in the sample channel that the host knows already. */
export const samplePack = (pack: Partial<PackRecord> & { id: string }, data?: PackData): PackRecord => ({
  type: 'salestool--pack',
  title: 'Brightwater Cafés',
  notes: '',
  pack_type: 'private',
  archived: false,
  ownerId: sampleUser.uuid,
  channel: { type: 'salestool--channel', id: 'retail' },
  changed: sampleNow,
  pulled: sampleNow,
  ...(data && { pack_data: writePackData(data) }),
  ...pack,
});

export const samplePacks: PackRecord[] = [
  samplePack(
    {
      id: 'brightwater',
      notes:
        'Eleven cafés, wants everything by February. Ask Daniel about the till first: it must talk to the T3. Bring a demo unit.',
    },
    contents(
      documents('counter', 'The counter', ['guide', 'prices', 'demo', 'case']),
      words(
        'word',
        'A word before we meet',
        '<p>Dear {{recipient_name}}, eleven cafés and one till: that is what we planned for. Everything below fits the counters we measured at {{recipient_company}}, and <strong>nothing needs a new cable</strong>. See you on Thursday.</p><p>{{sender_name}}</p>',
      ),
    ),
  ),
  samplePack(
    {
      id: 'first',
      title: 'First visit, restaurants',
      pack_type: 'channel',
      ownerId: null,
      color: '#864e1f',
      notes:
        'Short and visual. Start with the demo video, leave the price list for the second meeting. Ten minutes at most.',
      changed: sampleNow - 3 * day,
    },
    contents(
      documents('start', 'Start here', [
        'demo',
        'deck',
        'guide',
        'front',
        'side',
        'steps',
        'pci',
        'contract',
        'old',
      ]),
    ),
  ),
  samplePack(
    {
      id: 'aurelia',
      title: 'Hotel Aurelia, front desk',
      color: '#6b4d9c',
      notes: 'Two desks, one bar. Compare T3 and M1, rental only. Night audit needs the batch report.',
      changed: sampleNow - 6 * day,
      _meta: { push: true },
    },
    contents(documents('desk', 'Front desk', ['guide', 'front', 'prices'])),
  ),
  samplePack(
    {
      id: 'range',
      title: 'Velden range 2027',
      pack_type: 'global',
      ownerId: null,
      color: '#0b703f',
      notes: 'The official overview from marketing. Cloned by most of the team for trade fairs.',
      changed: sampleNow - 14 * day,
      channel: null,
    },
    contents(documents('all', 'The range', ['deck', 'guide', 'case', 'steps'])),
  ),
  samplePack(
    {
      id: 'parking',
      title: 'Parking and charging',
      color: '#a16d00',
      notes: 'U5 with mounting frames. Contains the integration guide for the technical buyer.',
      changed: sampleNow - 21 * day,
    },
    contents(documents('u5', 'U5', ['steps', 'front', 'pci'])),
  ),
];

export const sampleSignature: SignatureRecord = {
  id: 'signature',
  type: 'salestool--signature',
  title: 'Nora Lindqvist',
  job_title: 'Key account manager',
  email: 'nora.lindqvist@velden.example',
  telephone: '+46 70 555 01 42',
};

export interface SamplePackOptions extends SampleOptions {
  messages?: MessageRecord[];
  /** A message that the host refused. */
  refused?: Omit<RefusedMessage, 'changed' | 'channelId'> & { channelId?: string };
  signature?: SignatureRecord | null;
  /** Ids of messages that lie on the device already. */
  recordedBefore?: string[];
  takesLinkControl?: boolean;
  takesSnapshot?: boolean | null;
  /** Why a message cannot be taken back. */
  cancelFailure?: string;
  /** What saving, archiving and recording meet; an error is thrown. */
  outcome?: SaveResult | Error;
}

interface Recorded {
  /** Of the message. */
  id: string;
  pack: PackRecord;
  form: MessageForm;
  how: 'send' | 'link';
  /** Id of the refused message that it stands in for. */
  corrects: string | undefined;
  /** Ids of what was left out. */
  without?: readonly string[];
}

const savedToServer: SaveResult = { savedLocally: true, savedRemotely: true, failure: null };

/** The samples with packs, messages and a signature that can be changed, and what happened to them. */
export function samplePackServices(options: SamplePackOptions = {}) {
  const base = sampleServices(options);
  const marks = new Dexie(`sample-packs-${crypto.randomUUID()}`);
  marks.version(1).stores({ mark: 'id' });
  const read = async <T>(value: () => T): Promise<T> => {
    await marks.table('mark').get(1);
    return value();
  };
  const changed = () => marks.table('mark').put({ id: 1, at: crypto.randomUUID() });
  const outcome = async () => {
    if (options.outcome instanceof Error) throw options.outcome;
    return options.outcome ?? savedToServer;
  };
  let packs = [...(options.packs ?? samplePacks)];
  let messages = [...(options.messages ?? [])];
  let refused = options.refused ? { channelId: null, ...options.refused, changed: sampleNow } : null;
  let standing: MessageStanding = refused ? 'as it was' : 'cancelled';
  const signature = options.signature === undefined ? sampleSignature : options.signature;
  const saved: PackRecord[] = [];
  const recorded: Recorded[] = [];
  const put = async (pack: PackRecord) => {
    packs = [pack, ...packs.filter(({ id }) => id !== pack.id)];
    await changed();
  };
  const drop = async (pack: PackRecord) => {
    packs = packs.filter(({ id }) => id !== pack.id);
    await changed();
  };

  base.services.packs = {
    ...base.services.packs,
    inChannel: () => read(() => packs),
    get: (id) => read(() => packs.find((pack) => pack.id === id) ?? null),
    draft: () => {
      const { activeChannelId } = base.services.session.current();
      const channel = { type: 'salestool--channel' as const, id: activeChannelId ?? '' };
      return samplePack({ id: crypto.randomUUID(), title: 'New pack', channel });
    },
    save: async (pack, { onDurable } = {}) => {
      const result = await outcome();
      saved.push(pack);
      await put(pack);
      if (result.savedLocally) onDurable?.(pack);
      return result;
    },
    clone: async (pack, title) => {
      await outcome();
      const id = crypto.randomUUID();
      const owner = { ownerId: sampleUser.uuid, channelId: 'retail', now: sampleNow };
      const copy = clonePack(pack, { id, title, ...owner });
      await put(copy);
      return copy;
    },
    archive: async (pack) => {
      const result = await outcome();
      if (result.savedRemotely) await drop(pack);
      return result;
    },
    delete: async (pack) => {
      await outcome();
      await drop(pack);
    },
    sendToServer: outcome,
  };
  const madeOf = (id: string, { savedRemotely }: SaveResult): MessageRecord => ({
    id,
    type: 'salestool--message',
    ownerId: sampleUser.uuid,
    ...(!savedRemotely && { _meta: { push: true } }),
  });
  base.services.messages = {
    record: async (
      pack,
      form,
      how,
      { corrects, id = corrects ?? crypto.randomUUID(), without, onRecorded } = {},
    ) => {
      const result = await outcome();
      onRecorded?.();
      recorded.push({ id, pack, form, how, corrects, ...(without?.length && { without }) });
      const message = madeOf(id, result);
      messages = [...messages, message];
      await changed();
      const link = 'https://satchel.velden.example/p/7Qm2xK9fTzLr4WbNcVhY8e';
      return { ...result, message, link };
    },
    recordAll: async (pack, given, how) => {
      const result = await outcome();
      const made = given.map(({ id, form }, index) => {
        recorded.push({ id, pack, form, how, corrects: undefined });
        const link = `https://satchel.velden.example/p/link${index}of7Qm2xK9fTzLr4WbN`;
        return { message: madeOf(id, result), link };
      });
      messages = [...messages, ...made.map(({ message }) => message)];
      await changed();
      return { recorded: made, pushed: Promise.resolve(result) };
    },
    recorded: async (given) => given.flatMap(({ id }) => (options.recordedBefore?.includes(id) ? [id] : [])),
    says: async (id, form) => {
      const last = recorded.findLast((each) => each.corrects === id);
      return last !== undefined && JSON.stringify(last.form) === JSON.stringify(form);
    },
    takesSnapshot: async () => (options.takesSnapshot === undefined ? true : options.takesSnapshot),
    written: (id) =>
      read(() => {
        const message = messages.find((each) => each.id === id);
        return message ? { ...fieldsOf(message), signature: message.signature ? 'mine' : 'none' } : null;
      }),
    takesLinkControl: async () => options.takesLinkControl ?? true,
    refused: (id) => read(() => (refused?.id === id ? refused : null)),
    edit: (id) => read(() => (refused?.id === id ? refused : null)),
    standing: (_id, was) =>
      read(() => (standing === 'edited' && was === refused?.changed ? 'as it was' : standing)),
    endEdit: async (id) => void base.calls.push(`end edit ${id}`),
    cancel: async (id) => {
      base.calls.push(`cancel ${id}`);
      if (options.cancelFailure) throw new Error(options.cancelFailure);
      messages = messages.filter((message) => message.id !== id);
      await changed();
    },
    link: (id) =>
      read(() => (id.startsWith('m') ? `https://satchel.velden.example/p/${id}of7Qm2xK9fTzLr4WbN` : null)),
    control: () =>
      read(() => ({ expires: null, maxVisits: null, password: '', download: true, revoked: false })),
    setControl: async (id, control) => {
      base.calls.push(`control ${id} ${JSON.stringify(control)}`);
      return outcome();
    },
    ofPack: (packId) => read(() => messages.filter(({ pack }) => pack?.id === packId)),
    get: (id) => read(() => messages.find((message) => message.id === id) ?? null),
    idNow: async (id) => id,
  };
  base.services.signatures = { ...base.services.signatures, mine: () => read(() => signature) };
  /** What another window does to the message that is corrected. @param form as that window left it */
  const correctedElsewhere = async (next: MessageStanding, form: Partial<MessageForm> = {}) => {
    standing = next;
    refused =
      next === 'edited' && refused
        ? { ...refused, form: { ...refused.form, ...form }, changed: sampleNow + 1 }
        : null;
    await changed();
  };
  return { ...base, saved, recorded, packs: () => packs, correctedElsewhere };
}
