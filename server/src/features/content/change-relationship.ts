import { isObject } from '@satchel/core/contract/is-object.ts';
import { resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import type { WriteTransaction } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import type { Sight } from '#visibility.ts';
import { mayNotSay } from './owned-record.ts';
import type { LoadedRecord } from './read-records.ts';
import { isTaken, mostTargets, type Reference, readReferences, tooManyTargets } from './read-references.ts';
import type { RecordChanges } from './record-store.ts';
import { relationshipOf } from './record-tables.ts';
import { existing, isSameList, notFound, storedTargets } from './resolve-references.ts';
import { contentTexts } from './texts.ts';

export type RelationshipMethod = 'POST' | 'PATCH' | 'DELETE';

/** A call of a relationship's own address: POST adds, PATCH replaces, DELETE removes. */
export interface RelationshipChange {
  name: string;
  method: RelationshipMethod;
  references: Reference[];
}

/** Reads the body of such a call; throws 400, 404 and 409 for what the relationship cannot mean. */
export function readRelationshipChange(
  type: LoadedRecord['type'],
  name: string,
  method: RelationshipMethod,
  body: unknown,
): RelationshipChange {
  const { relationships } = resourceTypeOf(type);
  const relationship = Object.hasOwn(relationships, name) ? relationships[name] : undefined;
  if (!relationship) throw new HttpError(404, contentTexts.noSuchRelationship(name, type));
  if (!relationship.many && method !== 'PATCH') {
    throw new HttpError(
      409,
      `You can only ${method} to to-many relationships. ${name} is a to-one relationship.`,
    );
  }
  const data = isObject(body) ? body.data : undefined;
  if (
    data === undefined ||
    Array.isArray(data) !== relationship.many ||
    (relationship.many && data === null)
  ) {
    const wanted = relationship.many ? 'a list of identifiers' : 'one identifier or null';
    throw new HttpError(400, `The relationship ${name} needs "data" with ${wanted}.`, { pointer: '/data' });
  }
  const references = readReferences(name, data, '/data');
  const wrong = references.find((reference) => !isTaken(relationship, reference));
  if (wrong) {
    const types = relationship.targets.join(', ');
    throw new HttpError(
      400,
      `The provided type (${wrong.type}) does not match the destination resource types (${types}).`,
      { pointer: '/data' },
    );
  }
  return { name, method, references };
}

/**
 * What such a call makes of the relationship, undefined where it may not, and whether the caller knows the result without
 * being told. A bad target is 400 here.
 */
export async function changeRelationship(
  trx: WriteTransaction,
  record: LoadedRecord,
  { name, method, references }: RelationshipChange,
  sight: Sight,
): Promise<{ changes?: RecordChanges; isAsSent: boolean }> {
  const relationship = relationshipOf(record.type, name);
  const said = resourceTypeOf(record.type).relationships[name];
  if (!relationship || !said) throw new Error(`${record.type} has no ${name}`);
  const before = await storedTargets(trx, relationship, record.row);
  const { after, isAsSent } = outcomes[method](before, references);
  if (said.writable === 'server' || said.writable === 'create') {
    if (!isSameList(before, after)) throw mayNotSay(method, name, '/data');
    return { isAsSent };
  }
  if (method !== 'DELETE') {
    const isThere = await existing(trx, relationship, references, sight, record.row);
    const missing = references.find((reference) => !isThere(reference));
    if (missing) throw new HttpError(400, notFound(missing), { pointer: '/data' });
  }
  if (after.length > mostTargets)
    throw new HttpError(422, `${name}: ${tooManyTargets}`, { pointer: '/data' });
  const changes = relationship.many
    ? { columns: {}, lists: { [name]: after } }
    : { columns: { [relationship.column]: after[0] ?? null }, lists: {} };
  return { changes, isAsSent };
}

interface Outcome {
  after: string[];
  isAsSent: boolean;
}

const once = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);

/** How often each id stands in a list. */
const copies = (ids: readonly string[]) => ids.reduce(once, new Map<string, number>());

/** How often each id stood before every place of a list: what tells copies of one target apart. */
function arities(ids: readonly string[]) {
  const counts = new Map<string, number>();
  return ids.map((id) => {
    const arity = counts.get(id) ?? 0;
    once(counts, id);
    return arity;
  });
}

/** Whether the sent identifiers, counted the same way, are just these. */
function isSaid(ids: readonly string[], references: readonly Reference[]) {
  if (
    !isSameList(
      ids,
      references.map(({ id }) => id),
    )
  )
    return false;
  const places = arities(ids);
  const copied = new Set(ids.filter((_id, at) => places[at] !== 0));
  return references.every(({ id, arity }, at) =>
    copied.has(id) ? arity === places[at] : arity === undefined || arity === 0,
  );
}

const outcomes: Record<
  RelationshipMethod,
  (before: readonly string[], references: readonly Reference[]) => Outcome
> = {
  PATCH(_before, references) {
    const after = references.map(({ id }) => id);
    return { after, isAsSent: isSaid(after, references) };
  },

  /** What is there already stays as it is; a copy of it is meant by an arity that is new. */
  POST(before, references) {
    const after = [...before];
    const counts = copies(before);
    for (const { id, arity = 0 } of references) {
      if ((counts.get(id) ?? 0) > arity) continue;
      after.push(id);
      once(counts, id);
    }
    return { after, isAsSent: before.length === 0 && isSaid(after, references) };
  },

  /** An arity names one copy; without it all copies go. What is absent is absent. */
  DELETE(before, references) {
    const places = arities(before);
    const named = new Set(references.map(({ id, arity }) => (arity === undefined ? id : `${id} ${arity}`)));
    const goes = (id: string, at: number) => named.has(id) || named.has(`${id} ${places[at]}`);
    const after = before.filter((id, at) => !goes(id, at));
    const kept = before.flatMap((id, at) => (goes(id, at) ? [] : [`${id} ${places[at]}`]));
    const now = arities(after);
    const [copiesBefore, copiesAfter] = [copies(before), copies(after)];
    const isKnown = after.every(
      (id, at) =>
        kept[at] === `${id} ${now[at]}` && (copiesAfter.get(id) !== 1 || copiesBefore.get(id) === 1),
    );
    return { after, isAsSent: isKnown };
  },
};
