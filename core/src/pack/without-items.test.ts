import { expect, test } from 'vitest';
import { packReferences } from './pack-contents.ts';
import type { MediaElement, PackData } from './pack-data.ts';
import { withoutItems } from './without-items.ts';

const titled = (id: string) => ({
  ...{ id, title: id, showTitle: true, introText: '', options: { hideTitle: false } },
});
const media = (id: string): MediaElement => ({
  ...titled(`child-${id}`),
  type: 'media',
  data: { media: { id, type: 'media--document', mediaType: null, name: id, url: null, thumbnail: null } },
});
const pack: PackData = {
  version: 2,
  elements: [
    { ...titled('words'), type: 'text', data: { content: '<p>Hello</p>' } },
    {
      ...titled('files'),
      type: 'medias',
      data: { medias: [media('a'), media('b')], bundle: { id: 'c', type: 'salestool--document_bundle' } },
    },
    media('d'),
    {
      ...titled('page'),
      type: 'salestool--content_bundle',
      data: { bundle: { id: 'e', type: 'salestool--content_bundle' } },
    },
    { id: 'new', type: 'unknown', unknownType: 'map', raw: { type: 'map' } },
  ],
};

test('[PDATA-04] what is taken out of a pack is named nowhere in it, and all else stays as it was', () => {
  const ids = ({ medias, bundles }: ReturnType<typeof packReferences>) =>
    [...medias, ...bundles].map(({ id }) => id);
  expect(ids(packReferences(withoutItems(pack, ['a', 'e'])))).toEqual(['b', 'd', 'c']);
  expect(ids(packReferences(withoutItems(pack, ['b', 'c', 'd'])))).toEqual(['a', 'e']);
  expect(withoutItems(pack, ['a', 'b', 'c', 'd', 'e']).elements.map(({ id }) => id)).toEqual([
    'words',
    'files',
    'new',
  ]);
  expect(withoutItems(pack, [])).toEqual(pack);
});
