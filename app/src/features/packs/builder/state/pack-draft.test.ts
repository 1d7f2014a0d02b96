import { addTextSection } from '@satchel/core/pack/edit-pack.ts';
import { readPackData } from '@satchel/core/pack/read-pack-data.ts';
import { describe, expect, test } from 'vitest';
import { sampleBundles, sampleMedias } from '#testing/sample-content.ts';
import { contents, documents, samplePack, words } from '#testing/sample-packs.ts';
import { editedFromKept } from '../../editor/edited-pack.ts';
import { offeredBundles } from '../palette/offered-bundles.ts';
import { addMedias, packMediaOf } from './add-medias.ts';
import {
  contentsProblem,
  draftFromKept,
  draftOf,
  isSameDraft,
  keptDraft,
  packWithDraft,
} from './pack-draft.ts';

const pack = samplePack(
  { id: 'p', notes: 'For us only', color: { color: '#123456', opacity: 0.5 } },
  contents(documents('d', 'Documents', ['guide', 'case']), words('w', 'Words', '<p>Hello</p>')),
);
const version1 = samplePack({
  id: 'old',
  pack_data: JSON.stringify([
    {
      id: 't3',
      type: 'salestool--document_bundle',
      name: 'T3',
      children: [{ id: 'guide', type: 'media--document', name: 'Guide' }],
    },
  ]),
});

describe('draft of a pack', () => {
  test('a large pack that is saved is not read anew when it comes back', () => {
    const texts = Array.from({ length: 300 }, (_, at) =>
      words(`w${at}`, 'Words', `<p>${'word '.repeat(20)}</p>`),
    );
    const draft = { ...draftOf(pack), contents: { version: 2 as const, elements: texts } };
    const saved = packWithDraft(pack, draft);
    expect(draftOf({ ...saved }).contents).toBe(draft.contents);
  });

  test('an untouched draft changes nothing', () => {
    const draft = draftOf(pack);
    expect(packWithDraft(pack, draft)).toMatchObject({
      title: pack.title,
      notes: pack.notes,
      color: pack.color,
    });
    expect(isSameDraft(draft, draftOf(pack))).toBe(true);
  });

  test('what is kept on the device comes back whole', () => {
    const draft = { ...draftOf(pack), title: 'Another' };
    expect(isSameDraft(draftFromKept(keptDraft('p', draft, {}), pack), draft)).toBe(true);
  });

  test.each(['{"version":2', '{"version":3,"elements":[]}'])(
    '[PDATA-08] a draft whose contents are %s is not one of an empty pack',
    (contents) => {
      const kept = { ...keptDraft('p', { ...draftOf(pack), title: 'Another' }, {}), contents };
      const draft = draftFromKept(kept, pack);
      expect(draft.title).toBe('Another');
      expect(draft.contents).toEqual(draftOf(pack).contents);
      const edited = editedFromKept(kept, pack);
      expect([edited.title, edited.contents]).toEqual(['Another', draftOf(pack).contents]);
    },
  );

  test('[PDATA-08] a saved pack lists each bundle and media of its data once', () => {
    const doubled = packWithDraft(pack, {
      ...draftOf(pack),
      contents: contents(documents('a', 'One', ['guide', 'case']), documents('b', 'Two', ['case', 'deck'])),
    });
    expect(doubled.medias?.map(({ id }) => id)).toEqual(['guide', 'case', 'deck']);
    expect(packWithDraft(version1, draftOf(version1)).bundles).toEqual([
      { type: 'salestool--document_bundle', id: 't3' },
    ]);
  });

  test('[PBUILD-21] a pack of version 1 becomes version 2 when it is saved', () => {
    expect(draftOf(version1).contents.version).toBe(2);
    const saved = packWithDraft(version1, draftOf(version1));
    expect(readPackData(version1.pack_data)).toMatchObject({ version: 1 });
    expect(readPackData(saved.pack_data)).toMatchObject({ version: 2 });
  });

  test('[PDATA-08] contents that cannot be read are not overwritten until something is added', () => {
    const broken = samplePack({ id: 'x', pack_data: '{"version":2' });
    expect(contentsProblem(broken)).toBe('unreadable');
    const renamed = packWithDraft(broken, { ...draftOf(broken), title: 'Renamed' });
    expect(renamed).toMatchObject({ title: 'Renamed', pack_data: '{"version":2' });
    const written = packWithDraft(broken, {
      ...draftOf(broken),
      contents: addTextSection(draftOf(broken).contents),
    });
    expect(readPackData(written.pack_data)).toMatchObject({ ok: true });
  });

  test('a pack of a newer app is told apart', () => {
    expect(contentsProblem(samplePack({ id: 'n', pack_data: '{"version":3,"elements":[]}' }))).toBe(
      'newer-app',
    );
    expect(contentsProblem(samplePack({ id: 'e' }))).toBeNull();
  });

  test('a colour that stays keeps its opacity, another one and none replace it', () => {
    expect(packWithDraft(pack, draftOf(pack)).color).toEqual({ color: '#123456', opacity: 0.5 });
    expect(packWithDraft(pack, { ...draftOf(pack), color: '#abc' }).color).toBe('#abc');
    expect(packWithDraft(pack, { ...draftOf(pack), color: '' }).color).toBeNull();
  });
});

describe('adding files', () => {
  test('[PBUILD-19] a file that is in the section already is not added again', () => {
    const medias = ['guide', 'deck'].map((id) => packMediaOf(sampleMedias.find((media) => media.id === id)!));
    const { contents: changed, duplicates } = addMedias(draftOf(pack).contents, 'd', medias);
    const [section] = changed.elements;
    expect(section?.type === 'medias' && section.data.medias.map(({ title }) => title)).toEqual([
      'T3 Counter product guide',
      'Brightwater case study',
      'Pitch deck for cafés',
    ]);
    expect(duplicates.map(({ id }) => id)).toEqual(['guide']);
  });

  test('[PDATA-04] a file is held with id, type, media type, name, url and thumbnail', () => {
    expect(Object.keys(packMediaOf(sampleMedias[0]!)).sort()).toEqual(
      ['id', 'mediaType', 'name', 'thumbnail', 'type', 'url'].sort(),
    );
  });

  test('[PBUILD-22] internal bundles are not offered', () => {
    const offered = offeredBundles(sampleBundles).map(({ id }) => id);
    expect(offered).toEqual(['t3', 'm1', 'u5', 'kiosk', 'p2']);
  });
});
