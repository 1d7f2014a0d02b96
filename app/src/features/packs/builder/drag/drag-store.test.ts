import { expect, test, vi } from 'vitest';
import { contents, documents, words } from '#testing/sample-packs.ts';
import { createDrag } from './drag-store.ts';
import type { Dragged } from './places.ts';

const pack = contents(documents('one', 'One', ['guide']), words('two', 'Two', '<p>Hello</p>'));
const section: Dragged = { kind: 'section', id: 'one', title: 'One' };
const bundle: Dragged = {
  kind: 'bundle',
  bundle: { id: 'm1', type: 'salestool--document_bundle' },
  imageUrl: null,
  fileCount: 18,
  title: 'M1 Mobile',
};

/** A bundle that was let go at the end of the pack, and whose files are still being read. */
async function reading() {
  const files = Promise.withResolvers<boolean>();
  const drag = createDrag({ contents: () => pack, onDrop: () => files.promise });
  drag.lift(bundle, true);
  await expect.poll(() => drag.store.getState().spoken).toBe('M1 Mobile is lifted, at the end');
  const dropped = vi.fn();
  drag.drop(dropped);
  await expect.poll(() => dropped.mock.calls).toHaveLength(1);
  return { ...drag, files, spoken: () => drag.store.getState().spoken };
}

test('a bundle is said to have been put there no sooner than its files are', async () => {
  const { store, files, spoken } = await reading();
  expect(store.getState()).toMatchObject({ dragged: null, wasPut: true });
  expect(spoken()).toBe('M1 Mobile is lifted, at the end');
  files.resolve(true);
  await expect.poll(spoken).toBe('M1 Mobile was put at the end');
});

test('one whose files cannot be read is said to stay', async () => {
  const { files, spoken } = await reading();
  files.resolve(false);
  await expect.poll(spoken).toBe('M1 Mobile stays where it was');
});

test('what became of it is not said into what is carried next', async () => {
  const { lift, store, files, spoken } = await reading();
  lift(section, true);
  await expect.poll(spoken).toBe('One is lifted from 1 of 2');
  files.resolve(true);
  await files.promise;
  await Promise.resolve();
  expect(spoken()).toBe('One is lifted from 1 of 2');
  expect(store.getState().dragged).toBe(section);
});
