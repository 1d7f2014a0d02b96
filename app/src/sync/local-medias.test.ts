import { packMediaIds } from '@satchel/core/pack/pack-contents.ts';
import { recallPackDataInSteps } from '@satchel/core/pack/recalled-pack-data.ts';
import { liveQuery } from 'dexie';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { pause } from '#storage/pause.ts';
import { localMedias } from './local-medias.ts';

const idOf = (at: number) => `media-${String(at).padStart(5, '0')}`;
const count = 1_500;
const sections = Array.from({ length: count }, (_, at) => ({
  ...{ id: `s${at}`, type: 'medias' },
  data: { medias: [{ type: 'media', data: { media: { id: idOf(at), type: 'media--document' } } }] },
}));
const text = JSON.stringify({ version: 2, elements: sections });

test('a page that reads a large pack in steps hears of media that come later', async () => {
  const database = openDatabase('local-medias');
  const documents = database.records('media--document');
  const document = (at: number) => ({ id: idOf(at), type: 'media--document' as const, name: `File ${at}` });
  await documents.bulkPut(Array.from({ length: count - 1 }, (_, at) => document(at)));
  let pauses = 0;
  const counted = () => {
    pauses += 1;
    return pause();
  };
  const seen: number[] = [];
  const subscription = liveQuery(async () => {
    const read = await recallPackDataInSteps(text, counted);
    return localMedias(database, read.ok ? packMediaIds(read.pack) : [], 'https://host.example');
  }).subscribe((views) => seen.push(views.size));
  await vi.waitFor(() => expect(seen).toEqual([count - 1]), 20_000);
  expect(pauses).toBeGreaterThan(0);
  await documents.put(document(count - 1));
  await vi.waitFor(() => expect(seen.at(-1)).toBe(count), 20_000);
  subscription.unsubscribe();
  await database.dexie.delete();
});
