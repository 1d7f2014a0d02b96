import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { HostDatabase, ReadTransaction } from '#database/database.ts';
import { limitStatements } from '#database/dialect.ts';
import type { Moment } from '#database/moment.ts';
import { type Encoding, encode, worthEncodingBytes } from '#http/encoding.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import type { Sight } from '#visibility.ts';
import { createAnswerCache } from './answer-cache.ts';
import { type AnswerTags, answerTags, etagOf, knownEtag, type Revision, revisionsFor } from './answer-tag.ts';

export interface Asked {
  viewer: SignedInViewer;
  /** When it is asked: what was read in it need not be read again. Without it everything is read. */
  moment?: Moment;
  /** The whole address, at the host's own origin. */
  address: URL;
  ifNoneMatch?: string | undefined;
  /** What the caller takes the answer in. */
  encoding?: Encoding | null;
}

export interface Answer {
  etag: string;
  /** Absent when the caller has the present one already; a stream when it is too long to be held whole. */
  body?: Buffer | Readable;
  /** What the body is in already. */
  encoding: Encoding | null;
}

/** An answer on its way out of a transaction. */
export interface Draft {
  /** State of the record that the answer is about. */
  changed?: number;
  text: AsyncGenerator<string>;
}

export type MakeDraft = (trx: ReadTransaction, sight: Sight) => Promise<Draft>;

/** A longer answer goes out while it is read. In characters. */
const longestWhole = 1_000_000;

// A long answer is many statements; one that takes this long was asked for something that nobody needs.
const longestStatementMs = 30_000;

// Whoever takes nothing, or takes too long, gives up what the database keeps for them.
const longestSilenceMs = 60_000;
const longestStreamMs = 10 * 60_000;

/** Turns what a question reads into answers, and knows those that it gave before. */
export function createAnswering(database: HostDatabase, release: string) {
  const answers = createAnswerCache();
  const { dialect } = database;

  /**
   * One statement reads what the tags need, unless the same was asked in this moment; an answer that the caller or this
   * process has already costs no other.
   * @param question what is asked besides the address
   */
  async function answer(asked: Asked, question: readonly string[], make: MakeDraft): Promise<Answer> {
    const { viewer, moment, address, ifNoneMatch, encoding = null } = asked;
    const whole = [...question, address.pathname, address.search];
    const tagsFrom = (rows: readonly Revision[]) => answerTags(whole, viewer, rows, release);

    const readTags = async () => tagsFrom(await database.lookUp(revisionsFor(viewer, dialect)));
    const tags = moment
      ? await moment.recall(`tags ${viewer.accountId} ${viewer.roles} ${whole.join('\n')}`, readTags)
      : await readTags();
    const known = knownEtag(ifNoneMatch, tags.own);
    if (known) return { etag: known, encoding };
    const kept = answers.find(tags, encoding);
    if (kept) return { ...kept, etag: etagOf(tags.own, kept.changed) };

    let isPersonal = false;
    const onAsked = () => {
      isPersonal = true;
    };
    const sight: Sight = { viewer: watched(viewer, onAsked), dialect };
    /** What is read and what it is called are of one state. */
    const draft = async (trx: ReadTransaction) => {
      await limitStatements(trx, dialect, longestStatementMs);
      const { rows } = await revisionsFor(viewer, dialect).execute(trx);
      return { tags: tagsFrom(rows), ...(await make(trx, sight)) };
    };
    const read = await database.read(async (trx) => {
      const { tags, changed, text } = await draft(trx);
      return { tags, changed, text: await wholeText(text) };
    });
    if (read.text === null) return stream(draft);
    const made = { ...(await encoded(read.text, encoding)), changed: read.changed };
    answers.keep(read.tags, isPersonal, encoding, made);
    return { ...made, etag: etagOf(read.tags.own, read.changed) };
  }

  /** Answers as soon as the first records are there; the transaction ends with the stream, however that ends. */
  const stream = (draft: (trx: ReadTransaction) => Promise<Draft & { tags: AnswerTags }>) =>
    new Promise<Answer>((resolve, reject) => {
      database
        .readAtLeisure(async (trx) => {
          const { tags, changed, text } = await draft(trx);
          const body = streamOf(text);
          resolve({ body, encoding: null, etag: etagOf(tags.own, changed) });
          await finished(body);
        })
        .catch(reject);
    });

  return answer;
}

/** The same viewer, telling when a rule asks who it is. What everyone with these roles and channels sees does not. */
const watched = (viewer: SignedInViewer, onAsked: () => void): SignedInViewer => {
  const tell = <Value>(value: Value) => {
    onAsked();
    return value;
  };
  return {
    kind: viewer.kind,
    roles: viewer.roles,
    channelIds: viewer.channelIds,
    get accountId() {
      return tell(viewer.accountId);
    },
    get internalId() {
      return tell(viewer.internalId);
    },
    get sessionId() {
      return tell(viewer.sessionId);
    },
  };
};

async function encoded(text: string, encoding: Encoding | null) {
  const plain = Buffer.from(text);
  return encoding === null || plain.length < worthEncodingBytes
    ? { body: plain, encoding: null }
    : { body: await encode(plain, encoding), encoding };
}

/** Null when it is too long. */
async function wholeText(text: AsyncGenerator<string>) {
  let whole = '';
  for await (const piece of text) {
    whole += piece;
    if (whole.length > longestWhole) return null;
  }
  return whole;
}

/** Reads on only when what was read has been taken. */
function streamOf(text: AsyncGenerator<string>) {
  async function* paced() {
    for await (const piece of text) {
      yield piece;
      silence.refresh();
    }
  }
  const body = Readable.from(paced(), { objectMode: false });
  const giveUp = () => body.destroy(new Error('The answer was taken too slowly.'));
  const silence = setTimeout(giveUp, longestSilenceMs);
  const end = setTimeout(giveUp, longestStreamMs);
  body.once('close', () => {
    clearTimeout(silence);
    clearTimeout(end);
  });
  return body;
}
