import { RemoteFailure } from '#remote/failure.ts';
import type { HelpPageRecord } from '#storage/records.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import { hasKey, isHelpReader, noteHelpReader } from './help-reader.ts';
import { type LoadParts, whole } from './load-parts.ts';
import { mergeFromHost, namesWhatWent, pushTimesOf, putFromHost, tablesOf } from './store-records.ts';

interface HelpPagesParts extends LoadParts {
  generation: HostGeneration;
  /** Asks the host who it takes us for; gets a new token when that is nobody. */
  readUser: () => Promise<unknown>;
}

const helpPages = 'help';

/**
 * API-35. Pages that are gone from the host go from the device, but not because the host was restored. Those of somebody
 * else's roles go in any case.
 */
export const createLoadHelpPages =
  ({ database, jsonApi, generation, readUser, user }: HelpPagesParts) =>
  async () => {
    const table = database.records('node--help_page');
    const reader = user()?.uuid ?? null;
    const met = await generation.meet();
    const isSparing = await generation.isSparing([helpPages], met);
    const ask = async () =>
      whole(
        await jsonApi.list('node--help_page', {
          fields: { 'node--help_page': ['id', 'paths', 'path', 'title'] },
          where: [{ path: 'paths', isEmpty: false }],
        }),
      ).records;
    let records = await ask();
    if (records.length === 0 && (await table.count()) > 0) {
      // As with packs: nothing goes before the host knows us again.
      await readUser();
      records = await ask();
    }
    const there = new Set(records.map(({ id }) => id));
    // Somebody else has signed in meanwhile: these are the pages of one of both.
    if ((user()?.uuid ?? null) !== reader) throw new RemoteFailure({ kind: 'signed-out' });
    await database.write([table, database.marks], async () => {
      const isSame = await isHelpReader(database, reader);
      const stays = (page: HelpPageRecord) => isSparing && (isSame || !hasKey(page));
      await table.filter((page) => !there.has(page.id) && !stays(page)).delete();
      await mergeFromHost(database, records);
      await noteHelpReader(database, reader);
    });
    await generation.wasRead(helpPages, met);
  };

/** The user's own signatures (API-36). What this device has made of them since they were asked for stays. */
export const createLoadSignatures = ({ database, jsonApi, user }: LoadParts) => {
  const signatures = database.records('salestool--signature');
  return async function load(): Promise<void> {
    const userId = user()?.uuid;
    if (userId === undefined) return;
    const pushTimes = pushTimesOf(await signatures.toArray());
    const answer = whole(
      await jsonApi.list('salestool--signature', {
        where: [{ path: 'uid.id', is: userId }],
        include: ['image', 'picture'],
      }),
    );
    const records = [...answer.included, ...answer.records];
    // Without tables there is no transaction.
    if (records.length === 0) return;
    const tables = new Set([signatures, ...tablesOf(database, records)]);
    const isStored = await database.write([...tables], async () => {
      if (await namesWhatWent(signatures, answer.records, pushTimes)) return false;
      await putFromHost(database, records, { pushTimes });
      return true;
    });
    // One was taken away meanwhile: what the host still has of it, it says now.
    if (!isStored) await load();
  };
};
