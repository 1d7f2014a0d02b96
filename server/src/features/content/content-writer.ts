import { isDeepStrictEqual } from 'node:util';
import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { sql } from 'kysely';
import type { Clock } from '#clock.ts';
import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { isUniqueViolation } from '#database/dialect.ts';
import { newUuid } from '#database/ids.ts';
import { HttpError } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import { namesState } from './answer-tag.ts';
import { attributesOf, type WireContext } from './attribute-values.ts';
import { everything } from './content-query.ts';
import { recordAddress, resourceIdentifier } from './document.ts';
import { loadIncludes } from './load-includes.ts';
import { type ReadDocument, type Reference, readDocument } from './read-document.ts';
import { type LoadedRecord, readIdentifiers, readOne } from './read-records.ts';
import type { RecordChanges, RecordStore } from './record-store.ts';
import { recordTables, relationshipOf, typesOfTable } from './record-tables.ts';
import type { Sight } from './visibility.ts';

/** Kinds of records that callers write, each with what keeps them. */
export type RecordStores = Partial<Record<ResourceTypeName, RecordStore>>;

interface Parts {
  database: HostDatabase;
  stores: RecordStores;
  context: WireContext;
  clock: Clock;
}

/** Checks and writes what callers send; every call is one transaction. */
export function createContentWriter({ database, stores, context, clock }: Parts) {
  const sightOf = (viewer: SignedInViewer): Sight => ({ viewer, dialect: database.dialect });

  function storeFor(
    type: ResourceTypeName,
    kind: 'create' | 'update' | 'delete',
    allow: string,
  ): RecordStore {
    const store = resourceTypeOf(type).writes.includes(kind) ? stores[type] : undefined;
    if (!store) {
      throw new HttpError(405, `Records of type ${type} are read only here.`, { headers: { allow } });
    }
    return store;
  }

  async function prepared(store: RecordStore, document: ReadDocument): Promise<ReadDocument> {
    return store.prepare ? { ...document, columns: await store.prepare(document.columns) } : document;
  }

  async function owned(
    trx: WriteTransaction,
    type: ResourceTypeName,
    id: string,
    sight: Sight,
    ifMatch?: string,
  ) {
    const record = await readOne(trx, type, id, everything, sight);
    if (!record) throw new HttpError(404, 'There is no such record.');
    if (record.row.owner_id !== sight.viewer.accountId) {
      throw new HttpError(403, `Only its owner may change this ${resourceTypeOf(type).label.toLowerCase()}.`);
    }
    if (ifMatch !== undefined && !namesState(ifMatch, Number(record.row.changed))) {
      throw new HttpError(412, 'The record has been changed since it was read.', {
        about: recordAddress(context, record),
      });
    }
    return record;
  }

  return {
    /** Creates a record; answers its id. */
    async create(viewer: SignedInViewer, type: ResourceTypeName, body: unknown): Promise<string> {
      const store = storeFor(type, 'create', 'GET, HEAD');
      const document = await prepared(store, readDocument(type, body));
      refuseForeignFields(type, document, viewer);
      const id = document.id ?? newUuid();
      try {
        await database.write(async (trx, afterCommit) => {
          const changes = await resolved(trx, type, document, sightOf(viewer));
          await refuseTaken(trx, type, id, viewer);
          await store.create({ trx, viewer, now: clock(), afterCommit }, id, changes);
        });
      } catch (error) {
        // Somebody else was a moment quicker with the same id.
        if (isUniqueViolation(error)) throw taken();
        throw error;
      }
      return id;
    },

    async update(
      viewer: SignedInViewer,
      type: ResourceTypeName,
      id: string,
      body: unknown,
      ifMatch?: string,
    ) {
      const store = storeFor(type, 'update', 'GET, HEAD');
      const document = await prepared(store, readDocument(type, body, id));
      const sight = sightOf(viewer);
      await database.write(async (trx, afterCommit) => {
        const record = await owned(trx, type, id, sight, ifMatch);
        await refuseOtherValues(trx, record, document, sight);
        const changes = await resolved(trx, type, document, sight);
        await store.update({ trx, viewer, now: clock(), afterCommit }, record.row, changes);
      });
    },

    async remove(viewer: SignedInViewer, type: ResourceTypeName, id: string) {
      const store = storeFor(type, 'delete', 'GET, HEAD');
      await database.write(async (trx, afterCommit) => {
        const record = await owned(trx, type, id, sightOf(viewer));
        await store.remove({ trx, viewer, now: clock(), afterCommit }, record.row);
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
    if (row)
      throw taken(row.owner_id === viewer.accountId ? recordAddress(context, { type, id }) : undefined);
  }

  /** A field of the host may be sent back as it is; any other value is refused by name. */
  async function refuseOtherValues(
    trx: WriteTransaction,
    record: LoadedRecord,
    { owned: sent }: ReadDocument,
    sight: Sight,
  ) {
    if (sent.length === 0) return;
    await loadIncludes(trx, [record], everything, sight);
    const attributes = attributesOf(record.type, record.row, () => true, context) as Record<string, unknown>;
    for (const { field, kind, value } of sent) {
      const isSame =
        kind === 'attributes'
          ? isDeepStrictEqual(value, attributes[field])
          : isDeepStrictEqual(
              idsIn(value),
              (record.relationships.get(field) ?? []).map((target) => resourceIdentifier(target).id),
            );
      if (!isSame) throw mayNotSay('PATCH', kind, field);
    }
  }
}

export type ContentWriter = ReturnType<typeof createContentWriter>;

const taken = (about?: string) =>
  new HttpError(409, 'Conflict: Entity already exists.', about ? { about } : {});

const mayNotSay = (method: string, kind: string, field: string) =>
  new HttpError(403, `The current user is not allowed to ${method} the selected field (${field}).`, {
    pointer: `/data/${kind}/${field}`,
  });

const idsIn = (value: unknown) =>
  (Array.isArray(value) ? value : value ? [value] : []).map((item) => (item as { id?: unknown } | null)?.id);

/** A new record is its maker's and private; a client may say so too. */
function refuseForeignFields(type: ResourceTypeName, { owned }: ReadDocument, { accountId }: SignedInViewer) {
  for (const { field, kind, value } of owned) {
    const isOwner = kind === 'relationships' && relationshipOf(type, field)?.table === 'account';
    const isTrue = isOwner
      ? isDeepStrictEqual(idsIn(value), [accountId])
      : field === 'pack_type' && value === 'private';
    if (!isTrue) throw mayNotSay('POST', kind, field);
  }
}

/** What a pack may name although it has been withdrawn: saving it never fails because of that. */
const mayBeGone = (type: ResourceTypeName, field: string) =>
  type === 'salestool--pack' && (field === 'bundles' || field === 'medias');

/** Looks up all that a document points to; throws 404 for what does not exist for the caller. */
async function resolved(
  trx: WriteTransaction,
  type: ResourceTypeName,
  { columns, references }: ReadDocument,
  sight: Sight,
): Promise<RecordChanges> {
  const changes: RecordChanges = { columns: { ...columns }, lists: {} };
  for (const [field, wanted] of Object.entries(references)) {
    const relationship = relationshipOf(type, field);
    if (!relationship) continue;
    const found = await readIdentifiers(
      trx,
      relationship.table,
      { ids: wanted.map(({ id }) => id), areSeen: false },
      sight,
    );
    const isThere = (reference: Reference) =>
      found.some(
        ({ id, type: kind }) =>
          id === reference.id && (isAlone(relationship.table) || kind === reference.type),
      );
    const missing = wanted.find((reference) => !isThere(reference));
    if (missing && !mayBeGone(type, field)) {
      throw new HttpError(
        404,
        `The resource identified by \`${missing.type}:${missing.id}\` (given as a relationship item) could not be found.`,
        { pointer: `/data/relationships/${field}` },
      );
    }
    const ids = wanted.filter(isThere).map(({ id }) => id);
    if (relationship.many) changes.lists[field] = [...new Set(ids)];
    else changes.columns[relationship.column] = ids[0] ?? null;
  }
  return changes;
}

const isAlone = (table: Parameters<typeof typesOfTable.get>[0]) => typesOfTable.get(table)?.length === 1;
