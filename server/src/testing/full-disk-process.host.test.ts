import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { expect, test } from 'vitest';
import { migrateToLatest, openDatabase } from '#database/database.ts';
import { newUuid } from '#database/ids.ts';
import { createFileStore } from '#files/file-store.ts';
import { startHostProcess } from './host-process.ts';
import { signInOver } from './killable-host.ts';
import { sendPack } from './send-pack.ts';
import type { Fetch } from './test-host.ts';
import { buildWorld } from './world.ts';

interface StoredPack {
  id: string;
  relationships: { medias: { data: unknown[] } };
}

const inOwnMounts = ['unshare', '--user', '--map-root-user', '--mount'];

/** Runs what follows with a disk of its own in the data folder, of this many megabytes, that begins with what is there. */
const onSmallDisk = (megabytes: number) => [
  ...inOwnMounts,
  ...['sh', '-c'],
  `cp -a "$DATA_FOLDER" "$DATA_FOLDER.copy" && mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_FOLDER" &&
    mv "$DATA_FOLDER.copy"/* "$DATA_FOLDER" && rmdir "$DATA_FOLDER.copy" && exec "$@"`,
  'sh',
];

function mayHaveSmallDisk() {
  const [program = '', ...args] = [...inOwnMounts, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'];
  return spawnSync(program, args).status === 0;
}

test('[F31] a host whose disk runs full says so, keeps reading, and goes on by itself once there is room', async ({
  skip,
}) => {
  // A PostgreSQL server's disk cannot be made full from here, and not every machine lets a test have a disk of its own.
  if (process.env.SATCHEL_TEST_POSTGRES || !mayHaveSmallDisk()) skip();
  const folder = await mkdtemp(join(tmpdir(), 'satchel-full-'));
  const database = await openDatabase(undefined, folder);
  await migrateToLatest(database);
  const world = await buildWorld(database, createFileStore({ dataFolder: folder }));
  await database.close();
  const host = await startHostProcess({ DATA_FOLDER: folder }, onSmallDisk(16));
  // Lies on the host's disk; this is how it is seen from here.
  const filler = join(`/proc/${host.pid}/root`, folder, 'filler');
  try {
    const nora = await signInOver(host.url);
    const save = (as: Fetch, id: string) =>
      as('/jsonapi/salestool/pack', {
        method: 'POST',
        headers: { 'content-type': jsonApiMediaType },
        body: JSON.stringify({
          data: {
            type: 'salestool--pack',
            id,
            attributes: { title: 'Too much', notes: 'n'.repeat(9000) },
            relationships: {
              channel: { data: { type: 'salestool--channel', id: world.channels.retail.id } },
              medias: { data: [{ type: 'media--document', id: world.documents.guide.id }] },
            },
          },
        }),
      });
    const stored = async () => {
      const answer = await nora('/jsonapi/salestool/pack?filter[title]=Too%20much&page[limit]=200');
      const { data } = (await answer.json()) as { data: StoredPack[] };
      for (const { relationships } of data) expect(relationships.medias.data).toHaveLength(1);
      return data.map(({ id }) => id).sort();
    };

    await writeFile(filler, Buffer.alloc(64 * 1024 * 1024)).catch(() => {});
    const ids = Array.from({ length: 40 }, newUuid);
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await save(nora, id)).status);
    expect(new Set(statuses).difference(new Set([201, 507]))).toEqual(new Set());
    expect(statuses.at(-1)).toBe(507);
    const taken = ids.filter((_, at) => statuses[at] === 201);
    expect(await stored()).toEqual(taken.sort());
    expect((await nora('/jsonapi/salestool/pack')).status).toBe(200);
    const picture = await nora(`/salestool/signature/${world.signatures.nora.id}/picture`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'file; filename="face.jpg"',
      },
      body: Buffer.alloc(200_000, 1),
    });
    expect(picture.status).toBe(507);

    await rm(filler);
    for (const id of ids) expect([201, 409]).toContain((await save(nora, id)).status);
    expect(await stored()).toEqual([...ids].sort());
    const { id } = await sendPack(nora, { packId: world.packs.nora.id, attributes: { sent: true } });
    const delivery = async () =>
      (await (await nora(`/jsonapi/salestool/message/${id}`)).json()).data.attributes.delivery;
    await expect.poll(delivery, { timeout: 20_000, interval: 100 }).toBe('sent');
  } finally {
    await host.kill();
    await rm(folder, { recursive: true, force: true });
  }
}, 90_000);
