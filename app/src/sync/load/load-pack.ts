import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { type LoadParts, noContent } from './load-parts.ts';
import { pushTimesOf, putFromHost, tablesOf } from './store-records.ts';

/** API-44: bundles and media with the pictures that stand for them. */
const include = [
  'bundles',
  'bundles.image',
  'medias',
  'medias.file',
  'medias.thumbnail',
  'medias.thumbnail_image',
  'medias.preview_image',
  'channel',
];

// These came with their own relationships only; what lies below them is loaded with the channel or the bundle.
const isPartial = (type: string) => type === 'salestool--channel' || type.endsWith('_bundle');

interface Here {
  changed?: number;
  medias?: unknown;
  [field: string]: unknown;
  _meta?: { stub?: boolean };
}

const isNewerThan = (local: Here, { changed }: FlatRecord) =>
  typeof changed === 'number' && changed > (local.changed ?? 0);

/** What pages show of a channel, whose own load compares the rest with what was here. */
const shownOfChannel = ({ title, pack_header, pack_footer }: FlatRecord) => ({
  title,
  pack_header,
  pack_footer,
});

/** What pages show of a bundle, which has its files and whatever else came with it, and is fetched anew when it is opened. */
const shownOfBundle = ({ title, body, image, availability, color }: FlatRecord) => ({
  ...{ title, body, image, availability, color },
  pulled: undefined,
});

/** Puts in place what came without what belongs to it: in words it is what the host has now. Inside the caller's transaction. */
async function putPartial(database: Database, { pulled: _pulled, ...came }: FlatRecord) {
  const table = database.dexie.table<Here, string>(came.type);
  const here = await table.get(came.id);
  if (!here || here._meta?.stub) await table.put({ ...came, ...filesOf(here), _meta: { stub: true } });
  else if (isNewerThan(here, came))
    await table.update(
      came.id,
      came.type === 'salestool--channel' ? shownOfChannel(came) : shownOfBundle(came),
    );
}

/** The files of before stay until it is fetched whole, which tells those that left it. */
const filesOf = (here: Here | undefined) => here?.medias !== undefined && { medias: here.medias };

/** One pack with what it shows. What this device has made of it since it was asked for stays. */
export const createLoadPack =
  ({ database, jsonApi }: LoadParts) =>
  async (id: string) => {
    if (!id) throw new Error(noContent);
    const packs = database.records('salestool--pack');
    const before = await packs.get(id);
    const pushTimes = pushTimesOf(before ? [before] : []);
    const answer = await jsonApi.one('salestool--pack', id, { include });
    if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
    const { record, included } = answer;
    const whole = [record, ...included.filter(({ type }) => !isPartial(type))];
    const partial = included.filter(({ type }) => isPartial(type));
    await database.write(tablesOf(database, [...whole, ...partial]), async () => {
      // Somebody has taken it away meanwhile.
      if (before && !(await packs.get(id))) return;
      await putFromHost(database, whole, { pushTimes });
      for (const one of partial) await putPartial(database, one);
    });
  };
