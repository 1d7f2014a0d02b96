import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
import { newFileKey } from '#files/file-store.ts';
import { contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import { face, keptFiles, sendFile, settledFiles } from '#testing/uploads.ts';

const dayMs = 24 * 3_600_000;
const beforeRecord = '/jsonapi/salestool/signature/picture';

let host: TestHost;
beforeEach(async () => {
  host = await startTestHost();
});
afterEach(() => host.stop());

/** As if Tomas had sent these before. */
async function waiting(count: number, size: number) {
  const now = host.clock();
  const files = Array.from({ length: count }, () => ({
    ...{
      id: newUuid(),
      internal_id: newInternalId(now),
      created: now,
      changed: now,
      key: newFileKey(),
      size,
    },
    ...{ filename: 'face.png', mime: 'image/png', sha256: 'x', width: 1, height: 1, alt: '', source: null },
  }));
  const owner_id = host.world.people.tomas.id;
  await host.database.db.insertInto('file').values(files).execute();
  await host.database.db
    .insertInto('loose_file')
    .values(files.map(({ id, key }) => ({ key, file_id: id, owner_id, remove_after: now + dayMs })))
    .execute();
  return files;
}

test('one person has at most 50 pictures waiting for a name; others go on, and after a day there is room again', async () => {
  const [first] = await waiting(49, 1);
  const tomas = await host.signIn('tomas');
  expect((await sendFile(tomas, beforeRecord, await face())).status).toBe(201);
  const before = await keptFiles(host);
  const refused = await sendFile(tomas, beforeRecord, await face());
  expect([refused.status, refused.detail]).toEqual([
    429,
    expect.stringContaining('wait for a record to name them'),
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(dayMs / 1000 - 60);
  expect(await keptFiles(host)).toEqual(before);
  expect((await sendFile(await host.signIn('nora'), beforeRecord, await face())).status).toBe(201);

  // One that a record names counts no more.
  const { id } = host.world.signatures.tomas;
  const picture = { data: { type: 'file--file', id: first?.id } };
  const named = { type: 'salestool--signature', id, relationships: { picture } };
  expect((await contentOf(tomas).patch(`salestool/signature/${id}`, named)).status).toBe(200);
  expect((await sendFile(tomas, beforeRecord, await face())).status).toBe(201);

  host.advance(dayMs + 1000);
  const later = await host.signIn('tomas');
  expect((await sendFile(later, beforeRecord, await face())).status).toBe(201);
  expect((await settledFiles(host)).loose).toBe(1);
});

test('nor more bytes than ten of the largest files', async () => {
  await waiting(10, host.config.limits.uploadBytes);
  const tomas = await host.signIn('tomas');
  const path = `/salestool/signature/${host.world.signatures.tomas.id}/picture`;
  for (const address of [beforeRecord, path])
    expect((await sendFile(tomas, address, await face())).status).toBe(429);
});

test('many uploads at once do not get past the limit', async () => {
  await waiting(47, 1);
  const tomas = await host.signIn('tomas');
  const bytes = await face();
  const sent = await Promise.all(Array.from({ length: 8 }, () => sendFile(tomas, beforeRecord, bytes)));
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
});

test('an upload whose bytes may have been cleared away meanwhile is refused', async () => {
  const tomas = await host.signIn('tomas');
  const { put } = host.files;
  host.files.put = async (...given) => {
    const row = await put(...given);
    host.advance(dayMs + 1000);
    return row;
  };
  const before = await keptFiles(host);
  const { status } = await sendFile(tomas, beforeRecord, await face());
  expect([status, await keptFiles(host)]).toEqual([408, before]);
});
