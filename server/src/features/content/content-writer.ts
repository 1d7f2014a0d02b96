import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { sql } from 'kysely';
import type { Clock } from '#clock.ts';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { isUniqueViolation } from '#database/dialect.ts';
import { newUuid } from '#database/ids.ts';
import { AllTurnsTaken } from '#database/turns.ts';
import type { FileRow } from '#files/file-store.ts';
import { HttpError } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import type { Threads } from '#threads/threads.ts';
import type { Sight } from '#visibility.ts';
import { namesState } from './answer-tag.ts';
import type { WireContext } from './attribute-values.ts';
import { changeRelationship, type RelationshipChange } from './change-relationship.ts';
import { everything } from './content-query.ts';
import { differentOnly } from './different-only.ts';
import { recordAddress } from './document.ts';
import { holdFiles, redescribedFiles, releaseFiles } from './held-files.ts';
import { addUpload } from './loose-file-store.ts';
import { ownedRecord, refuseForeignFields, refuseOtherValues } from './owned-record.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import { type LoadedRecord, readOne } from './read-records.ts';
import {
  type Asking,
  NeedsPreparation,
  type RecordChanges,
  type RecordStore,
  type WriteContext,
} from './record-store.ts';
import { recordTables, relationshipOf } from './record-tables.ts';
import { resolveReferences } from './resolve-references.ts';
import { contentTexts } from './texts.ts';

/** Kinds of records that callers write, each with what keeps them. */
export type RecordStores = Partial<Record<ResourceTypeName, RecordStore>>;

interface Parts {
  database: HostDatabase;
  stores: RecordStores;
  context: WireContext;
  clock: Clock;
  threads: Threads;
  /** Told after a commit that took files back. */
  sweep(): void;
}

/** Which record is meant, and in which state it has to be. */
export interface Target {
  type: ResourceTypeName;
  id: string;
  ifMatch?: string | undefined;
}

const verbs = { create: 'create', update: 'update', delete: 'remove' } as const;

/** Checks and writes what callers send; every call is one transaction. */
export function createContentWriter({ database, stores, context, clock, threads, sweep }: Parts) {
  const sightOf = (viewer: SignedInViewer): Sight => ({ viewer, dialect: database.dialect });

  /** What writes records of this kind; throws 403 when nobody but the host does. */
  function writes<Kind extends keyof typeof verbs>(type: ResourceTypeName, kind: Kind) {
    const store = resourceTypeOf(type).writes.includes(kind) ? stores[type] : undefined;
    const write = store?.[verbs[kind]];
    if (!store || !write) throw new HttpError(403, contentTexts.notWritten(type));
    return { store, write };
  }

  /** The same about one record: whoever does not see it is told by 404 what they would be told of any kind. */
  async function writesTo<Kind extends 'update' | 'delete'>(
    { type, id }: Target,
    kind: Kind,
    viewer: SignedInViewer,
  ) {
    if (!resourceTypeOf(type).writes.includes(kind)) {
      const isSeen = await database.read((trx) => readOne(trx, type, id, everything, sightOf(viewer)));
      if (!isSeen) throw new HttpError(404, contentTexts.noSuchRecord);
    }
    return writes(type, kind);
  }

  /** Somebody else may be a moment quicker with the same id or token: the second look sees what they did. */
  async function transaction<T>(
    viewer: SignedInViewer,
    work: (writing: WriteContext, sight: Sight) => Promise<T>,
  ): Promise<T> {
    const run = () =>
      database.write((trx, afterCommit) => work({ trx, viewer, now: clock(), afterCommit }, sightOf(viewer)));
    try {
      return await run();
    } catch (error) {
      if (isUniqueViolation(error)) return run();
      throw error;
    }
  }

  /** Gives the store what is different and settles what happens to files; refuses a state that is not meant. */
  async function apply(
    writing: WriteContext,
    record: LoadedRecord,
    { type, ifMatch }: Target,
    wanted: RecordChanges,
    references: ReadDocument['references'] = {},
  ) {
    const { write } = writes(type, 'update');
    const redescribed = await redescribedFiles(writing, type, wanted.columns, references);
    const changes = await differentOnly(writing.trx, record, wanted, redescribed);
    // The same again, after an answer that was lost: the state it asks for is there (RFC 9110, 13.1.1).
    if (!changes) return;
    refuseStale(record, ifMatch);
    await write(writing, record.row, changes);
    await holdFiles(writing, type, changes.columns, references);
    await releaseFiles(writing, type, record.row, changes.columns, sweep);
  }

  function refuseStale(record: LoadedRecord, ifMatch: string | undefined) {
    if (ifMatch === undefined || namesState(ifMatch, Number(record.row.changed))) return;
    throw new HttpError(412, 'The record has been changed since it was read.', {
      about: recordAddress(context, record),
    });
  }

  return {
    /** Creates a record; answers its id. The same again is 409, whatever has happened meanwhile to what it names. */
    async create(asking: Asking, type: ResourceTypeName, body: unknown): Promise<string> {
      const { store, write } = writes(type, 'create');
      const document = await readDocument(type, body, threads);
      refuseForeignFields(type, document, asking.viewer);
      const id = document.id ?? newUuid();
      const columns = (await store.prepare?.(document.columns, asking)) ?? document.columns;
      await prepared(columns, (columns) =>
        transaction(asking.viewer, async (writing, sight) => {
          await refuseTaken(writing.trx, type, id, asking.viewer);
          const changes = await resolveReferences(writing.trx, type, { ...document, columns }, sight);
          await write(writing, id, changes);
          await holdFiles(writing, type, changes.columns, document.references);
        }),
      );
      return id;
    },

    async update(asking: Asking, target: Target, body: unknown) {
      const { type, id } = target;
      const { store } = await writesTo(target, 'update', asking.viewer);
      const document = await readDocument(type, body, threads, id);
      let { columns } = document;
      if (store.prepare) {
        const record = await database.read(async (trx) => {
          const found = await ownedRecord(trx, type, id, sightOf(asking.viewer));
          await refuseOtherValues(trx, found, document, sightOf(asking.viewer), context);
          return found;
        });
        const { password } = document;
        columns = await store.prepare(columns, { ...asking, password, stored: record.row });
      }
      await transaction(asking.viewer, async (writing, sight) => {
        const { trx } = writing;
        const record = await ownedRecord(trx, type, id, sight);
        await refuseOtherValues(trx, record, document, sight, context);
        const changes = await resolveReferences(trx, type, { ...document, columns }, sight, record.row);
        await apply(writing, record, target, changes, document.references);
      });
    },

    async remove({ viewer }: Asking, target: Target) {
      const { type, id, ifMatch } = target;
      const { write } = await writesTo(target, 'delete', viewer);
      await transaction(viewer, async (writing, sight) => {
        const record = await ownedRecord(writing.trx, type, id, sight);
        refuseStale(record, ifMatch);
        await write(writing, record.row);
        await releaseFiles(writing, type, record.row, undefined, sweep);
      });
    },

    /** Answers whether the relationship holds now just what was sent. */
    async relate({ viewer }: Asking, target: Target, change: RelationshipChange): Promise<boolean> {
      await writesTo(target, 'update', viewer);
      return transaction(viewer, async (writing, sight) => {
        const record = await ownedRecord(writing.trx, target.type, target.id, sight);
        const { changes, isAsSent } = await changeRelationship(writing.trx, record, change, sight);
        const references = { [change.name]: change.references };
        if (changes) await apply(writing, record, target, changes, references);
        return isAsSent;
      });
    },

    /** Throws what `putFile` would throw before the bytes come. */
    async expectFile({ viewer }: Asking, { type, id }: Target) {
      await writesTo({ type, id }, 'update', viewer);
      await database.read((trx) => ownedRecord(trx, type, id, sightOf(viewer)));
    },

    /** Puts a file whose bytes are safe into a relationship, in the place of the one before. */
    async putFile({ viewer }: Asking, target: Target, field: string, file: FileRow) {
      const relationship = relationshipOf(target.type, field);
      if (!relationship || relationship.many) throw new Error(`${field} does not hold one file`);
      await transaction(viewer, async (writing, sight) => {
        const record = await ownedRecord(writing.trx, target.type, target.id, sight);
        await addUpload(writing.trx, viewer, file, writing.now);
        await apply(writing, record, target, { columns: { [relationship.column]: file.id }, lists: {} });
      });
    },
  };

  /** The same words whoever has the id; where it can be read is said to its owner only. */
  async function refuseTaken(
    trx: WriteTransaction,
    type: ResourceTypeName,
    id: string,
    viewer: SignedInViewer,
  ) {
    const { table } = recordTables[type];
    const { rows } = await sql<{ owner_id: string | null }>`select owner_id from ${sql.table(table)}
      where id = ${id}`.execute(trx);
    const [row] = rows;
    if (!row) return;
    const about = row.owner_id === viewer.accountId ? recordAddress(context, { type, id }) : undefined;
    throw new HttpError(409, 'Conflict: Entity already exists.', about ? { about } : {});
  }
}

// What was prepared is out of date when somebody changes what it was made from, and nobody does so without end.
const mostPreparations = 4;

/** Does work with columns, and again with more of them for as long as it needs what is prepared outside of it. */
async function prepared(
  columns: RecordChanges['columns'],
  work: (columns: RecordChanges['columns']) => Promise<void>,
) {
  for (let [known, done] = [columns, 0]; ; done++) {
    try {
      return await work(known);
    } catch (error) {
      if (!(error instanceof NeedsPreparation)) throw error;
      if (done === mostPreparations) throw new AllTurnsTaken(error.message);
      known = { ...columns, ...(await error.prepare()) };
    }
  }
}

export type ContentWriter = ReturnType<typeof createContentWriter>;
