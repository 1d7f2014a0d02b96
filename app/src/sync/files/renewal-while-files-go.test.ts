import { describe, expect, test } from 'vitest';
import { addBundle, address, device, gate, isSettled, type Kind } from '#testing/files-device.ts';

const documents = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, ['document', 1] as [Kind, number]]));

describe('[CACHE-08] a renewal of files that were chosen', () => {
  const names = ['a.xls', 'b.xls', 'c.xls', 'd.xls'];

  /** A renewal that has come to the first two of four files, of which newer copies are on their way. */
  async function underWay() {
    const world = device();
    const counter = await addBundle(world, 'counter', documents(names));
    const files = world.openWindow();
    await files.keep(counter);
    await isSettled(files, counter, 'on');
    world.fetched.length = 0;
    const { open, opened } = gate();
    world.state.renewal = () => opened;
    const renewing = files.recacheChannel('retail');
    await expect.poll(() => world.renewed).toEqual(['a.xls', 'b.xls'].map(address));
    return { world, counter, files, open, renewing };
  }

  test('passes over those that the browser took away meanwhile', async () => {
    const { world, counter, files, open, renewing } = await underWay();
    await world.database.kept.update('bundle:counter', { wanted: false });
    for (const name of ['c.xls', 'd.xls']) world.cached.delete(address(name));
    world.look();
    await isSettled(files, counter, 'partial');
    open();
    await renewing;
    expect(world.renewed).toEqual(['a.xls', 'b.xls'].map(address));
    expect(world.fetched).toEqual([]);
  });

  test.each(['the same window', 'another window'])(
    '[F4] has ended by the time they go to make room for work in %s, and brings none of them back',
    async (where) => {
      const { world, files, renewing } = await underWay();
      const window = where === 'the same window' ? files : world.openWindow();
      world.state.dropping = () => renewing;
      expect(await window.makeRoom([world.database.drafts])).toBe(true);
      expect([...world.cached.keys()]).toEqual([]);
      expect(world.renewed).toHaveLength(2);
    },
  );

  test('that was ended begins anew with the next load', async () => {
    const { world, files, open, renewing } = await underWay();
    const other = await addBundle(world, 'other', documents(['other.xls']));
    files.stop(other);
    await renewing;
    expect(world.renewed).toHaveLength(2);
    world.renewed.length = 0;
    open();
    await files.recacheChannel('retail');
    expect(world.renewed).toEqual(names.map(address));
  });
});

test('[F4] a renewal of pictures goes on without those that went to make room for work', async () => {
  const world = device();
  const { database, cached, state } = world;
  const names = Array.from({ length: 250 }, (_, at) => `${at}.webp`);
  const pictures = names.map((name) => [`${name}.xls`, ['document', 1, name] as [Kind, number, string]]);
  const many = await addBundle(world, 'many', Object.fromEntries(pictures));
  await database.records('salestool--channel').put({
    id: 'retail',
    type: 'salestool--channel',
    bundles: [{ type: 'salestool--document_bundle', id: many.id }],
  });
  for (const name of names) cached.set(address(name), 'x');
  const files = world.openWindow();
  const { open, opened } = gate();
  state.renewal = () => opened;
  const renewing = files.recacheChannel('retail');
  await expect.poll(() => world.renewed).toHaveLength(20);
  let goingLast = new Set<string>();
  state.dropping = async (urls) => {
    if (urls.length === 200) return;
    goingLast = new Set(urls);
    open();
    await renewing;
  };
  expect(await files.makeRoom([database.drafts])).toBe(true);
  expect(goingLast.size).toBe(50);
  const stillThere = names
    .slice(20)
    .map(address)
    .filter((url) => goingLast.has(url));
  expect(world.renewed.slice(20)).toEqual(stillThere);
  expect([world.fetched, [...cached.keys()]]).toEqual([[], []]);
});
