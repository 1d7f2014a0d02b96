import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '#testing/hostile-samples.ts';
import { clonePack } from './clone-pack.ts';
import { isHexColor, keylineColor } from './keyline-color.ts';
import { newId } from './new-id.ts';
import { readSnapshot, writeSnapshot } from './pack-snapshot.ts';

describe('a clone', () => {
  const pack = {
    id: 'old',
    type: 'salestool--pack' as const,
    title: 'Range 2027',
    notes: 'For fairs',
    color: '#0b703f',
    pack_type: 'global',
    pack_data: '{"version":2,"elements":[]}',
    bundles: [{ type: 'salestool--document_bundle', id: 'b1' }],
    medias: [],
    archived: true,
    created: 1,
    changed: 2,
    drupal_internal__id: 5,
    drupal_internal__nid: 5,
    drupal_internal__vid: 6,
    remote_id: 7,
    uid: { type: 'user--user', id: 'marketing' },
    ownerId: 'marketing',
    pulled: 3,
    pushed: 4,
    meta: '{"included":[1]}',
    _meta: { push: true, included: [1] },
    links: { self: { href: 'x' } },
    langcode: 'en',
    promote: true,
    status: true,
    sticky: false,
  };
  const clone = clonePack(pack, { id: 'new', title: 'My fair', ownerId: 'me', channelId: 'c1', now: 1000 });

  test('[PDATA-09] gets a new id, changed now, and the new owner', () => {
    expect(clone).toMatchObject({ id: 'new', changed: 1000, ownerId: 'me' });
  });

  test('[PDATA-10] carries nothing that says the host or somebody else knows it', () => {
    expect(Object.keys(clone).sort()).toEqual([
      'archived',
      'bundles',
      'changed',
      'channel',
      'color',
      'created',
      'id',
      'medias',
      'notes',
      'ownerId',
      'pack_data',
      'pack_type',
      'title',
      'type',
    ]);
  });

  test('[PDATA-11, MODEL-26] is private, in the active channel, titled with the name entered, and to be seen', () => {
    expect(clone).toMatchObject({
      pack_type: 'private',
      channel: { type: 'salestool--channel', id: 'c1' },
      title: 'My fair',
      archived: false,
      notes: 'For fairs',
      pack_data: pack.pack_data,
    });
    expect(pack.title).toBe('Range 2027');
  });
});

describe('colours', () => {
  test('[CONST-20] a number sign with 3 or 6 hex digits is one', () => {
    for (const text of ['#abc', '#112233', '#AbCdEf']) expect([text, isHexColor(text)]).toEqual([text, true]);
  });

  test.each([
    '',
    'red',
    '112233',
    '#1122',
    '#12345g',
    '#11223344',
    ' #112233',
    '#112233\n',
    'url(x)',
    ...hostileTexts,
  ])('[CONST-20] %j is none', (text) => {
    expect(isHexColor(text)).toBe(false);
    expect(keylineColor(text)).toBeNull();
    expect(keylineColor({ color: text, opacity: 1 })).toBeNull();
  });

  test('[MODEL-24, MODEL-25] a colour is a hex text, or one with an opacity', () => {
    expect(keylineColor('#112233')).toEqual({ color: '#112233', opacity: 1 });
    expect(keylineColor({ color: '#abc', opacity: 0.4 })).toEqual({ color: '#abc', opacity: 0.4 });
    expect(keylineColor({ color: '#abc', opacity: '0.4' })).toEqual({ color: '#abc', opacity: 0.4 });
    expect(keylineColor({ color: '#abc' })).toEqual({ color: '#abc', opacity: 1 });
  });

  test('[MODEL-25] an opacity outside 0 to 1 is brought back, and no colour is none', () => {
    expect(keylineColor({ color: '#abc', opacity: 7 })?.opacity).toBe(1);
    expect(keylineColor({ color: '#abc', opacity: -1 })?.opacity).toBe(0);
    expect(keylineColor({ color: '#abc', opacity: Number.NaN })?.opacity).toBe(1);
    for (const none of [null, undefined, '', {}, { color: null }, 5]) expect(keylineColor(none)).toBeNull();
  });
});

describe('a snapshot', () => {
  const pack_data = '{"version":2,"elements":[{"id":"t","type":"text","title":"T","data":{"content":"x"}}]}';

  test('holds the pack as it was, by title and contents', () => {
    const read = readSnapshot(writeSnapshot({ title: 'Brightwater', pack_data }));
    expect(read).toMatchObject({
      ok: true,
      title: 'Brightwater',
      pack: { elements: [{ id: 't', title: 'T' }] },
    });
  });

  test('has a title no longer than a pack’s, whoever wrote it', () => {
    const longest = 'x'.repeat(255);
    const read = (title: string) => readSnapshot(JSON.stringify({ title, pack_data }));
    expect(read(longest)).toMatchObject({ title: longest });
    expect(read('x'.repeat(100_000))).toMatchObject({ title: longest });
  });

  test('carries the pack’s own text and nothing else', () => {
    const withMore = { title: 'T', pack_data, notes: 'secret' };
    expect(JSON.parse(writeSnapshot(withMore))).toEqual({ title: 'T', pack_data });
  });

  test('of a pack without contents is a pack without sections', () => {
    expect(readSnapshot(writeSnapshot({ title: 'T', pack_data: null }))).toMatchObject({
      ok: true,
      pack: { elements: [] },
    });
  });

  test.each([
    ['', 'not-a-snapshot'],
    ['[]', 'not-a-snapshot'],
    ['{"title":5}', 'not-a-snapshot'],
    ['{"title":"T","pack_data":"5"}', 'not-a-pack'],
    ['{"title":"T","pack_data":"{"}', 'not-a-pack'],
    ['{"title":"T","pack_data":"{\\"version\\":9}"}', 'from-a-newer-app'],
  ])('%j is refused as %s', (text, because) => {
    expect(readSnapshot(text)).toEqual({ ok: false, because });
  });

  test('is never the reason for a crash', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => typeof readSnapshot(text).ok === 'boolean'),
    );
  });
});

test('a new id is a UUID of version 4', () => {
  const ids = Array.from({ length: 100 }, newId);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(100);
});
