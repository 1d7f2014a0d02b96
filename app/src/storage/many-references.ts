import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import { onWrites } from './on-writes.ts';
import type { PackRecord } from './records.ts';

const packs = 'salestool--pack';

// Fewer take no time to speak of.
const few = 250;

/** A pack as it lies in the database: its files as one text where they are many, and none of them in their own place. */
type AtRest = PackRecord & { mediasAtRest?: string };

const isPlain = (reference: ResourceIdentifier) =>
  Object.keys(reference).length === 2 && /^[\w-]+$/.test(reference.id);

const textOf = (references: readonly ResourceIdentifier[]) =>
  references.map(({ type, id }) => `${type} ${id}`).join();

const referencesIn = (text: string) =>
  text.split(',').map((words) => {
    const [type, id] = words.split(' ');
    return { type, id };
  });

/**
 * A record as it is put. Browsers copy what is put twice, object by object, and what is read once more: the files of a
 * large pack take longer that way than all of its contents.
 */
export function atRest<Value extends object>(table: string, value: Value): Value {
  const { medias } = value as Partial<PackRecord>;
  if (table !== packs || !medias || medias.length < few || !medias.every(isPlain)) return value;
  return { ...value, medias: [], mediasAtRest: textOf(medias) };
}

/** The same as it was before; for the hook of what is read. */
export function fromRest(record: AtRest | undefined): PackRecord | undefined {
  if (record?.mediasAtRest === undefined) return record;
  const { mediasAtRest, ...pack } = record;
  // An earlier app that has the pack open beside this one puts its files where they were.
  if (!pack.medias?.length) pack.medias = referencesIn(mediasAtRest) as NonNullable<PackRecord['medias']>;
  return pack;
}

/** Nearer to the browser than all that looks at what is put. */
export const putAtRest = onWrites(
  'many-references',
  (next, table) => (request) =>
    next(
      'values' in request
        ? { ...request, values: request.values.map((value) => atRest(table, value)) }
        : request,
    ),
  -5,
);
