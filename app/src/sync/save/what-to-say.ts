import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import { type FlatRecord, isKnownToHost, writeRecord } from '#remote/documents.ts';
import type { ModelDefinitions } from '#remote/model-definitions.ts';
import { type PushableRecord, wasThere } from './pushable.ts';
import { isLimit } from './written-anew.ts';

export const howToUpdate = ({ _meta }: PushableRecord) => (_meta?.packAnew ? 'correction' : 'update');

const onlySaid = ({ type, id, attributes = {} }: ResourceObject, said: readonly string[]) =>
  ({
    ...{ type, id },
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => said.includes(name))),
  }) as ResourceObject;

/**
 * What an update says. What the host shows of a pack is written over only by who means it, and of a message or signature of which
 * some was changed nothing else is said: another device may have changed the rest since.
 */
export function updateOf(record: PushableRecord, model: ModelDefinitions | null): ResourceObject {
  const whole = writeRecord(record as FlatRecord, howToUpdate(record), model);
  // Of one that the host was not heard to have, what it has is asked first.
  if (record._meta?.anew && isKnownToHost(record)) return withoutLimits(record, whole);
  // A restored host that has lost it gets all of it.
  const said = isKnownToHost(record) ? record._meta?.said : undefined;
  return said ? onlySaid(whole, said) : whole;
}

/** What another device may have changed of a link since. That it is taken back is said in any case, and open by who means it. */
const mayBeNewer = (name: string, value: unknown) =>
  isLimit(name) || (name === 'link_revoked' && value === false);

/**
 * What a message that has arrived said already is not said again of a link: another device may have closed it since, or changed
 * its password, which no host tells. What was changed here since it was written is.
 */
function withoutLimits(
  record: PushableRecord,
  resource: ResourceObject,
  there: FlatRecord | null = null,
): ResourceObject {
  const { type, _meta: { said = [] } = {} } = record;
  if (type !== 'salestool--message') return resource;
  const attributes = Object.entries(resource.attributes ?? {}).filter(
    ([name, value]) => !mayBeNewer(name, value) || said.includes(name) || hasLost(there, record, name),
  );
  return { ...resource, attributes: Object.fromEntries(attributes) } as ResourceObject;
}

/** What may not be there yet of a record whose create was taken before. */
export function notCome(record: PushableRecord, resource: ResourceObject, there: FlatRecord): ResourceObject {
  const isUnheard = record.type === 'salestool--signature' && !wasThere(record);
  return isUnheard ? onlySaid(resource, record._meta?.said ?? []) : withoutLimits(record, resource, there);
}

/** Whether a restored host has a limit as it was before what this device knows of: of a password, before what it chose itself. */
function hasLost(there: FlatRecord | null, record: PushableRecord, name: string): boolean {
  if (there === null || !wasThere(record)) return false;
  const { passwordSince, knownSince = record.changed } = record._meta ?? {};
  const known = name === 'link_password' ? passwordSince : knownSince;
  return Number(there.changed ?? 0) < (known ?? 0);
}
