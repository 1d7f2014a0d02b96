import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { openAsProspect } from '#testing/prospect.ts';
import { sendPack } from '#testing/send-pack.ts';
import { startTestHost } from '#testing/test-host.ts';

test('[F31] a full disk is said plainly, leaves no half pack, and needs no hand afterwards', async ({
  skip,
}) => {
  const host = await startTestHost();
  try {
    // A PostgreSQL server's disk cannot be made full from here.
    if (host.database.dialect === 'postgres') skip();
    const { db } = host.database;
    const nora = await host.signIn('nora');
    const save = (id: string) =>
      nora('/jsonapi/salestool/pack', {
        method: 'POST',
        headers: { 'content-type': jsonApiMediaType },
        body: JSON.stringify({
          data: {
            type: 'salestool--pack',
            id,
            attributes: { title: 'Too much', notes: 'n'.repeat(9000) },
            relationships: {
              channel: { data: { type: 'salestool--channel', id: host.world.channels.retail.id } },
            },
          },
        }),
      });
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db);
    const ids = Array.from({ length: 8 }, newUuid);
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await save(id)).status);
    expect(statuses).toContain(507);
    expect(new Set(statuses).difference(new Set([201, 507]))).toEqual(new Set());

    await sql`pragma max_page_count = 1000000`.execute(db);
    const stored = await db.selectFrom('pack').select('id').where('title', '=', 'Too much').execute();
    const taken = ids.filter((_, at) => statuses[at] === 201);
    expect(stored.map(({ id }) => id).sort()).toEqual(taken.sort());
    const refused = ids[statuses.indexOf(507)] as string;
    expect((await save(refused)).status).toBe(201);
  } finally {
    await host.stop();
  }
});

test('[F31] a prospect reads on while nothing can be written', async ({ skip }) => {
  const host = await startTestHost();
  try {
    if (host.database.dialect === 'postgres') skip();
    const { documents, packs } = host.world;
    const { token } = await sendPack(await host.signIn('nora'), { packId: packs.nora.id });
    await sql`pragma query_only = on`.execute(host.database.db);
    const machine = { 'user-agent': 'curl/8' };
    const statuses = [
      (await openAsProspect(host, `/p/${token}`)).status,
      (await openAsProspect(host, `/p/${token}`, machine)).status,
      (await openAsProspect(host, `/p/${token}/files/${documents.guide.id}`)).status,
    ];
    await sql`pragma query_only = off`.execute(host.database.db);
    expect(statuses).toEqual([200, 200, 200]);
  } finally {
    await host.stop();
  }
});
