import { describe, expect, test } from 'vitest';
import {
  addBundle,
  addMedia,
  addMediasSection,
  addTextSection,
  arrangeSections,
  moveMedia,
  moveMediaTo,
  moveSection,
  removeMedia,
  removeSection,
  renameMedia,
  renameSection,
  setSectionTitleShown,
  setText,
} from './edit-pack.ts';
import { packMediaIds, packReferences } from './pack-contents.ts';
import { emptyPack, type PackData, type PackMedia } from './pack-data.ts';
import { readPackData, writePackData } from './read-pack-data.ts';

const media = (id: string, name = id): PackMedia => ({
  id,
  type: 'media--document',
  mediaType: 'document',
  name,
  url: null,
  thumbnail: null,
});

const idAt = (pack: PackData, position: number) => pack.elements[position]?.id ?? '';
const titles = (pack: PackData) => pack.elements.map((element) => ('title' in element ? element.title : '?'));
const names = (pack: PackData, position = 0) => {
  const section = pack.elements[position];
  return section?.type === 'medias' ? section.data.medias.map(({ data }) => data.media.name) : [];
};

function added(pack: PackData, sectionId: string, item: PackMedia) {
  const answer = addMedia(pack, sectionId, item);
  if (!answer.ok) throw new Error(answer.because);
  return answer.pack;
}

describe('sections', () => {
  test('[PBUILD-12] a new section of either type is titled Enter title and shows it', () => {
    const pack = addMediasSection(addTextSection(emptyPack));
    expect(pack.elements).toMatchObject([
      {
        type: 'text',
        title: 'Enter title',
        showTitle: true,
        options: { hideTitle: false },
        data: { content: '' },
      },
      {
        type: 'medias',
        title: 'Enter title',
        showTitle: true,
        options: { hideTitle: false },
        data: { medias: [] },
      },
    ]);
    expect(new Set(pack.elements.map(({ id }) => id)).size).toBe(2);
  });

  test('sections are put at a place, moved, renamed and removed', () => {
    let pack = addTextSection(addTextSection(emptyPack, { title: 'one' }), { title: 'three' });
    pack = addMediasSection(pack, { title: 'two', at: 1 });
    expect(titles(pack)).toEqual(['one', 'two', 'three']);
    pack = moveSection(pack, 2, 0);
    expect(titles(pack)).toEqual(['three', 'one', 'two']);
    expect(titles(moveSection(pack, 9, 0))).toEqual(['three', 'one', 'two']);
    pack = renameSection(pack, idAt(pack, 1), 'ONE');
    expect(titles(removeSection(pack, idAt(pack, 0)))).toEqual(['ONE', 'two']);
  });

  test('are put in order by ids, and what has come or gone since the order was looked at stays as it is', () => {
    let pack = addTextSection(addTextSection(emptyPack, { title: 'one' }), { title: 'two' });
    pack = addTextSection(pack, { title: 'three' });
    const order = [2, 1, 0].map((at) => idAt(pack, at));
    expect(titles(arrangeSections(pack, order))).toEqual(['three', 'two', 'one']);
    expect(titles(arrangeSections(removeSection(pack, idAt(pack, 1)), order))).toEqual(['three', 'one']);
    const more = addMediasSection(pack, { title: 'new', at: 1 });
    expect(titles(arrangeSections(more, order))).toEqual(['three', 'new', 'two', 'one']);
  });

  test('[PDATA-06] hiding and showing a title writes both fields', () => {
    const pack = addMediasSection(emptyPack);
    const hidden = setSectionTitleShown(pack, idAt(pack, 0), false);
    expect(JSON.parse(writePackData(hidden)).elements[0]).toMatchObject({
      showTitle: false,
      options: { hideTitle: true },
    });
    const shown = setSectionTitleShown(hidden, idAt(pack, 0), true);
    expect(JSON.parse(writePackData(shown)).elements[0]).toMatchObject({
      showTitle: true,
      options: { hideTitle: false },
    });
  });

  test('a text gets its words and leaves other sections alone', () => {
    const pack = addMediasSection(addTextSection(emptyPack));
    const edited = setText(setText(pack, idAt(pack, 0), '<p>Hello</p>'), idAt(pack, 1), '<p>no</p>');
    expect(edited.elements[0]).toMatchObject({ data: { content: '<p>Hello</p>' } });
    expect(edited.elements[1]).toBe(pack.elements[1]);
  });

  test('a section of unknown type can be moved and removed and is otherwise untouched', () => {
    const read = readPackData('{"version":2,"elements":[{"id":"p","type":"poll"},{"id":"t","type":"text"}]}');
    if (!read.ok) throw new Error(read.because);
    const changed = renameSection(setSectionTitleShown(read.pack, 'p', false), 'p', 'x');
    expect(JSON.parse(writePackData(moveSection(changed, 0, 1))).elements[1]).toEqual({
      id: 'p',
      type: 'poll',
    });
    expect(removeSection(changed, 'p').elements).toHaveLength(1);
  });
});

describe('media', () => {
  const empty = addMediasSection(emptyPack);
  const section = idAt(empty, 0);

  test('[PBUILD-19] a media item is refused the second time in one section and taken in another', () => {
    const once = added(empty, section, media('m1'));
    expect(addMedia(once, section, media('m1', 'other name'))).toEqual({
      ok: false,
      because: 'already-there',
    });
    const two = addMediasSection(once);
    expect(names(added(two, idAt(two, 1), media('m1')), 1)).toEqual(['m1']);
  });

  test('[PBUILD-19] a whole bundle adds only what is not there yet', () => {
    const pack = addBundle(added(empty, section, media('m2')), section, [
      media('m1'),
      media('m2'),
      media('m3'),
      media('m3'),
    ]);
    expect(names(pack)).toEqual(['m2', 'm1', 'm3']);
  });

  test('[PBUILD-17] renaming changes the name in the pack and no other place of the same media', () => {
    const medias = [media('m1', 'Guide')];
    const pack = addMediasSection(addMediasSection(emptyPack, { medias }), { medias });
    const renamed = renameMedia(pack, idAt(pack, 0), 'm1', 'Your guide');
    expect([names(renamed, 0), names(renamed, 1)]).toEqual([['Your guide'], ['Guide']]);
    expect(medias[0]?.name).toBe('Guide');
  });

  test('media are moved and removed within their section', () => {
    const pack = addBundle(
      empty,
      section,
      ['a', 'b', 'c'].map((id) => media(id)),
    );
    expect(names(moveMedia(pack, section, 0, 2))).toEqual(['b', 'c', 'a']);
    expect(names(removeMedia(pack, section, 'b'))).toEqual(['a', 'c']);
    expect(names(pack)).toEqual(['a', 'b', 'c']);
  });

  test('a media moves into another section, and stays where it is when that one has gone', () => {
    const pack = addMediasSection(addMediasSection(emptyPack, { medias: [media('a'), media('b')] }), {
      medias: [media('c')],
    });
    const [from, to] = [idAt(pack, 0), idAt(pack, 1)];
    const moved = moveMediaTo(pack, 'b', { from, to, at: 0 });
    expect(moved.ok && [names(moved.pack, 0), names(moved.pack, 1)]).toEqual([['a'], ['b', 'c']]);
    expect(moveMediaTo(pack, 'b', { from, to: 'gone', at: 0 })).toEqual({ ok: true, pack });
  });
});

describe('contents', () => {
  test('[PDATA-08] bundles and medias list each one named in the data once', () => {
    const bundle = { id: 'b1', type: 'salestool--document_bundle' } as const;
    let pack = addMediasSection(emptyPack, { medias: [media('m1'), media('m2')], bundle });
    pack = addMediasSection(pack, {
      medias: [media('m2'), { ...media('m3'), type: 'media--image' }],
      bundle,
    });
    pack = addMediasSection(pack, { medias: [{ ...media('x'), type: 'user--user' }] });
    expect(packMediaIds(pack)).toEqual(['m1', 'm2', 'm3', 'x']);
    expect(packReferences(pack)).toEqual({
      bundles: [bundle],
      medias: [
        { type: 'media--document', id: 'm1' },
        { type: 'media--document', id: 'm2' },
        { type: 'media--image', id: 'm3' },
      ],
    });
  });
});
