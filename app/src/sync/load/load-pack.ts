import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { noteGone } from '#sync/files/missing-medias.ts';
import { noContent } from './load-parts.ts';
import { dropLostMedias, tablesOfLostMedias } from './lost-medias.ts';
import { channelEtags, isToBeAskedAgain, mostAgain } from './older-than-channels.ts';
import { pushTimesOf, putFromHost, tablesOf } from './store-records.ts';
import { createFindWithdrawn, hasCome, type WithdrawnParts } from './withdrawn-medias.ts';

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
export function createLoadPack(parts: WithdrawnParts) {
  const { database, jsonApi, user } = parts;
  const packs = database.records('salestool--pack');
  const findWithdrawn = createFindWithdrawn(parts);

  async function load(id: string, left: number): Promise<void> {
    const userId = user()?.uuid ?? '';
    const etags = await channelEtags(database, userId);
    const before = await packs.get(id);
    const pushTimes = pushTimesOf(before ? [before] : []);
    const answer = await jsonApi.one('salestool--pack', id, { include });
    if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
    const withdrawn = await findWithdrawn(answer);
    const { record, included } = answer;
    const whole = [record, ...included.filter(({ type }) => !isPartial(type))];
    const partial = included.filter(({ type }) => isPartial(type));
    const tables = [...tablesOf(database, [...whole, ...partial]), ...tablesOfLostMedias(database)];
    const isStored = await database.write([...new Set(tables)], async () => {
      // Somebody has taken it away meanwhile.
      if (before && !(await packs.get(id))) return true;
      if (await isToBeAskedAgain(database, { userId, etags, left })) return false;
      await putFromHost(database, whole, { pushTimes });
      for (const one of partial) await putPartial(database, one);
      // What waits to be sent is another pack than the host's.
      if (!(await packs.get(id))?._meta?.push) await dropLostMedias(database, withdrawn.here, hasCome);
      await noteGone(database, id, [...withdrawn.here, ...withdrawn.nowhere]);
      return true;
    });
    if (!isStored) await load(id, left - 1);
  }

  return async (id: string) => {
    if (!id) throw new Error(noContent);
    await load(id, mostAgain);
  };
}
