import { describe, expect, test } from 'vitest';
import { whereToEdit } from '#navigation/where-to-edit.ts';
import { spineOf } from './keyline.ts';
import { arrangedPacks, countsOfTabs, packsOfTab } from './pack-list.ts';

const pack = (id: string, pack_type: string | null) => ({ id, type: 'salestool--pack', pack_type }) as const;
const packs = [
  pack('g', 'global'),
  pack('c', 'channel'),
  pack('p', 'private'),
  pack('u', null),
  pack('e', ''),
];
const idsOf = (tab: 'all' | 'shared' | 'mine') => packsOfTab(packs, tab).map(({ id }) => id);

describe('tabs of the pack list', () => {
  test('[PLIST-01, PLIST-02] shared packs are global or channel ones; private and untyped ones are mine', () => {
    expect(idsOf('all')).toEqual(['g', 'c', 'p', 'u', 'e']);
    expect(idsOf('shared')).toEqual(['g', 'c']);
    expect(idsOf('mine')).toEqual(['p', 'u', 'e']);
    expect(countsOfTabs(packs)).toEqual({ all: 5, shared: 2, mine: 3 });
  });
});

describe('order and search of the pack list', () => {
  const named = [
    { ...pack('newest', 'private'), title: 'Zürich 10', notes: 'Ask Daniel' },
    { ...pack('middle', 'private'), title: 'zurich 9', notes: null },
    { ...pack('oldest', 'private'), title: 'Café Aurelia', notes: 'Two desks\nfor Daniela' },
  ];
  const found = (search: string, sort: 'changed' | 'name' = 'changed') =>
    arrangedPacks(named, { search, sort }).map(({ id }) => id);

  test('as they come, or by name as people order names', () => {
    expect(found('')).toEqual(['newest', 'middle', 'oldest']);
    expect(found('', 'name')).toEqual(['oldest', 'middle', 'newest']);
  });

  test('every word is looked for in name and notes, whatever its case and accents', () => {
    expect(found('cafe')).toEqual(['oldest']);
    expect(found('DANIEL', 'name')).toEqual(['oldest', 'newest']);
    expect(found('  daniel   zur ')).toEqual(['newest']);
    expect(found('daniel nobody')).toEqual([]);
  });
});

describe('spine', () => {
  test('a pack without a valid colour has the brand’s', () => {
    for (const color of [null, undefined, '', 'red', '#12', { color: 'url(x)' }]) {
      expect(spineOf(color).background).toBeNull();
    }
  });

  test('the seam turns dark on light colours and on faint ones', () => {
    expect(spineOf('#123').isLight).toBe(false);
    expect(spineOf('#ffe9a8').isLight).toBe(true);
    expect(spineOf({ color: '#112233', opacity: 0.2 })).toEqual({
      background: '#112233',
      opacity: 0.2,
      isLight: true,
    });
  });
});

test('[PBUILD-21] Edit leads to the builder only where it is the default and switched on', () => {
  const flags = { packBuilder2Enabled: true, packBuilder2Default: true };
  expect(whereToEdit(flags)).toBe('/packs/$id/build');
  expect(whereToEdit({ ...flags, packBuilder2Default: false })).toBe('/packs/$id/edit');
  expect(whereToEdit({ ...flags, packBuilder2Enabled: false })).toBe('/packs/$id/edit');
});
