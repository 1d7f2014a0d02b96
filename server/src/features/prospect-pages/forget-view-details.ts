import type { HostDatabase } from '#database/database.ts';

const visitsAtOnce = 200;

/**
 * Forgets which sections and pages were read in visits that ended before a time, and with which kind of device. That
 * there was a visit, how long it was and which files it opened stays: senders' figures do not change.
 */
export async function forgetViewDetails({ db, write }: HostDatabase, before: number) {
  for (;;) {
    const old = await db
      .selectFrom('view_session')
      .select('id')
      .where('last_seen', '<', before)
      .where('device', 'is not', null)
      .limit(visitsAtOnce)
      .execute();
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await write(async (trx) => {
      await trx.deleteFrom('view_part').where('session_id', 'in', ids).execute();
      await trx.updateTable('view_session').set({ device: null }).where('id', 'in', ids).execute();
    });
  }
}
