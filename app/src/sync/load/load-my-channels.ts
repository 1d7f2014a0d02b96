import type { LoadParts } from './load-parts.ts';
import { mergeFromHost, tablesOf } from './store-records.ts';

interface MyChannelsParts extends LoadParts {
  /** Reads the user's own record again: somebody may have been given a channel since. */
  readUser: () => Promise<{ channels: readonly string[] }>;
  refreshToken: () => Promise<void>;
  /** Called when one of them may be chosen that is not on the device yet. */
  prepare: () => void;
}

/** The picker's list (API-31). */
export function createLoadMyChannels({
  database,
  jsonApi,
  readUser,
  refreshToken,
  prepare,
}: MyChannelsParts) {
  async function prepareFor(ids: readonly string[]) {
    const known = await database.records('salestool--channel').bulkGet([...ids]);
    if (known.some((channel) => !channel || channel._meta?.stub)) prepare();
  }

  async function fetchChannels(ids: readonly string[]) {
    const answer = await jsonApi.list('salestool--channel', {
      fields: { 'salestool--channel': ['image', 'title', 'sandbox', 'body'] },
      include: ['image', 'image.file'],
      where: [{ path: 'id', isOneOf: ids }],
      sort: 'title',
    });
    if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
    return answer;
  }

  /**
   * CHAN-14: an empty answer for a user who has channels may come from a token that the host no longer takes for
   * this user; one refresh and one retry tell.
   * @throws Error 'Unable to find any channels' (CHAN-15), RemoteFailure
   */
  return async () => {
    const { channels } = await readUser();
    if (channels.length === 0) return;
    await prepareFor(channels);
    let answer = await fetchChannels(channels);
    if (answer.records.length === 0) {
      // 'No channel data found, trying with refreshed token'
      await refreshToken();
      answer = await fetchChannels(channels);
    }
    if (answer.records.length === 0) throw new Error('Unable to find any channels');
    const records = [...answer.records, ...answer.included];
    await database.write(tablesOf(database, records), () => mergeFromHost(database, records));
  };
}
