import type { HostDatabase, WriteTransaction } from '#database/database.ts';
import { newUuid } from '#database/ids.ts';

/** The database's generation: made once, and made anew by whoever restores a backup. */
export async function generationOf({ db, write }: HostDatabase): Promise<string> {
  const stored = () =>
    db.selectFrom('setting').select('value').where('name', '=', 'generation').executeTakeFirst();
  const known = await stored();
  if (known) return known.value;
  await write((trx) =>
    trx
      .insertInto('setting')
      .values({ name: 'generation', value: newUuid() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
  return (await stored())?.value ?? '';
}

/** Says to every client that this host has gone back in time. */
export async function beginGeneration(trx: WriteTransaction) {
  const value = newUuid();
  await trx
    .insertInto('setting')
    .values({ name: 'generation', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
