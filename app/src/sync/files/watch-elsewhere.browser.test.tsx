import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createWatchElsewhere } from './watch-elsewhere.ts';

test('a worker follows how far the files of a bundle are, and says when some should come', async () => {
  const database = openDatabase();
  onTestFinished(() => database.dexie.delete());
  const { origin } = location;
  const document = { type: 'media--document', id: 'd' } as const;
  const file = { type: 'file--file', id: 'f' } as const;
  const uri = { value: 'public://guide.pdf', url: '/sites/default/files/guide.pdf' };
  await database.records('file--file').put({ ...file, uri, filesize: 4000 });
  await database.records('media--document').put({ ...document, name: 'Guide', file });
  await database
    .records('salestool--document_bundle')
    .put({ id: 'b', type: 'salestool--document_bundle', medias: [document] });

  const onLoading = vi.fn();
  const subject = { kind: 'bundle', id: 'b' } as const;
  const watched = createWatchElsewhere({ origin, onLoading, logFailure: vi.fn() })(subject);
  const leave = watched.subscribe(() => {});
  onTestFinished(leave);
  await expect.poll(watched.current).toMatchObject({ state: 'off', filesTotal: 1, bytesTotal: 4000 });
  expect(onLoading).not.toHaveBeenCalled();

  const kept = { kind: 'bundle', subjectId: 'b', videos: false, wanted: true, problem: null } as const;
  await database.kept.put({ id: 'bundle:b', ...kept });
  await expect.poll(watched.current).toMatchObject({ state: 'loading', filesDone: 0 });
  expect(onLoading).toHaveBeenCalledWith(subject);
});
