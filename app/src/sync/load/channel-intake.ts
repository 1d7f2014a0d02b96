import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import { limitSilence } from '@satchel/core/contract/limit-silence.ts';
import { type FlatRecord, readRecord } from '#remote/documents.ts';
import { splitDocument } from '#remote/split-document.ts';
import type { Database } from '#storage/database.ts';
import { dropIncomplete, unpackStaged } from '#storage/staged-records.ts';
import { StorageFailure } from '#storage/storage-failure.ts';
import { shareOfChannel } from './share-of-channel.ts';
import { createSiftedRecords, type SiftedRecords } from './sifted-records.ts';
import { type SwapOptions, swapChannel } from './swap-channel.ts';
import { warmUp } from './warm-up.ts';

/** An answer without what was taken in. */
export interface IntakeAnswer {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  body: string | null;
}

/**
 * Fetches a whole channel and keeps what came until it is stored or dropped, so that a large one never passes through
 * the screens' own thread.
 */
export interface ChannelIntake {
  /**
   * Stands in for `fetch`; of a channel only type and id are handed on.
   * @param pulled ms, for the records
   * @param onShare told a few times a second how much has come, 0 to 1, where that can be known
   */
  take(
    address: string,
    init: RequestInit,
    pulled: number,
    onShare?: (share: number) => void,
  ): Promise<IntakeAnswer>;
  /**
   * Puts what was taken in in place of the copy on the device, in one transaction.
   * @returns false where another window has put something else there meanwhile, which stays
   * @throws StorageFailure
   */
  store(options: SwapOptions): Promise<boolean>;
  /** Leaves the device as it was before `take`; does nothing after it was stored. */
  drop(): Promise<void>;
  /**
   * Gives each record that was stored a row of its own; nothing waits for that.
   * @throws StorageFailure
   */
  unpack(): Promise<void>;
  /** Makes ready what reads, in time that nobody waits for. */
  warmUp(): void;
  /** It failed before it was asked anything, and would fail whatever it is asked. */
  isBroken(): boolean;
  /** Gives back what it holds of memory; nothing is asked of it afterwards. */
  close(): void;
}

interface Outline {
  data?: ResourceObject | null;
}

interface Taking {
  records: SiftedRecords;
  ready: Promise<void>;
  heard: () => void;
  onShare: (share: number) => void;
}

interface Held {
  channel: FlatRecord;
  records: SiftedRecords;
  /** Why the device could not keep it; said when it is to be stored. */
  failure: unknown;
}

/** Asked for only if it has changed. */
const isConditional = ({ headers }: RequestInit) => new Headers(headers).has('if-none-match');

const isFull = (error: unknown) => error instanceof StorageFailure && error.kind === 'full';

/** ms, before the first word and between two. */
const longestSilenceMs = 120_000;

/** Ends a call whose host has fallen silent, however long it may speak. */
function untilSilent(signal: AbortSignal | null | undefined) {
  const silence = limitSilence(longestSilenceMs);
  return { ...silence, signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal };
}

const hasBody = (status: number) => status !== 204 && status !== 304;

// A browser hands on megabytes at a time; the database gets the first of it while the rest is read.
const charactersAtOnce = 100_000;

function* inPieces(text: string) {
  for (let at = 0; at < text.length; at += charactersAtOnce) yield text.slice(at, at + charactersAtOnce);
}

/** In the thread that calls it. */
export function createChannelIntake(database: Database, fetch = globalThis.fetch): ChannelIntake {
  let held: Held | null = null;

  async function drop() {
    const dropped = held;
    held = null;
    await dropped?.records.undo();
  }

  async function takeDocument(
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
    pulled: number,
    { records, ready, heard, onShare }: Taking,
  ): Promise<string> {
    let failure: unknown = null;
    const share = shareOfChannel(onShare);
    const reader = splitDocument(
      (resource) => {
        const record = readRecord(resource, pulled);
        if (!record) return;
        records.add(record);
        share.add(record);
      },
      (outline) => share.begin(readRecord((outline as Outline).data, pulled)),
    );
    const keep = async (step: () => Promise<void>) => {
      if (failure !== null) return;
      // The rest is read all the same: what the host says comes first.
      await step().catch((error: unknown) => {
        failure = error;
      });
    };
    try {
      await keep(() => ready);
      await keep(records.lookAhead);
      const stream = body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await stream.read(); !part.done; part = await stream.read()) {
        heard();
        for (const piece of inPieces(part.value)) {
          reader.push(piece);
          share.tell();
          await keep(records.breathe);
        }
      }
      const outline = reader.end() as Outline;
      await keep(records.finish);
      const channel = readRecord(outline?.data, pulled);
      if (channel) held = { channel, records, failure };
      else await records.undo();
      return JSON.stringify(channel ? { data: { type: channel.type, id: channel.id } } : outline);
    } catch (error) {
      await records.undo();
      // Not JSON, or cut off: handed on as such.
      if (error instanceof SyntaxError) return '';
      throw error;
    }
  }

  return {
    async take(address, init, pulled, onShare = () => {}) {
      await drop();
      const records = createSiftedRecords(database);
      const ready = dropIncomplete(database).then(isConditional(init) ? undefined : records.lookAhead);
      // Told with the answer.
      ready.catch(() => {});
      const { signal, breakOff: heard, end } = untilSilent(init.signal);
      try {
        const response = await fetch(address, { ...init, signal });
        const { status, statusText, headers, body } = response;
        heard();
        const isDocument =
          response.ok && /[/+]json\b/i.test(headers.get('content-type') ?? '') && body !== null;
        const text = isDocument
          ? await takeDocument(body, pulled, { records, ready, heard, onShare })
          : await response.text();
        return {
          status,
          statusText,
          headers: [...headers],
          // An empty answer would count as one that says nothing.
          body: hasBody(status) ? text || '{' : null,
        };
      } finally {
        end();
      }
    },
    async store(options) {
      if (held === null) throw new Error('Nothing was taken in');
      const { channel, records, failure } = held;
      if (failure !== null) throw failure;
      const swapping = records.toSwap().then((swap) => swapChannel(database, { channel, ...swap, options }));
      // It comes behind what is still being written, and counts it. Why that failed is known first.
      const [, isStored] = await Promise.all([records.kept(), swapping]);
      if (isStored) held = null;
      return isStored;
    },
    drop,
    unpack: () =>
      unpackStaged(database).catch((error: unknown) => {
        // They are read from where they lie; of a device that was reset nothing is left.
        if (!isFull(error) && !database.dexie.hasBeenClosed()) throw error;
      }),
    warmUp,
    isBroken: () => false,
    close() {},
  };
}
