import type { MediaTypeName } from '@satchel/core/contract/resource-types.ts';
import { inSteps } from '@satchel/core/pack/in-steps.ts';
import type { MediaElement, PackData, PackElement } from '@satchel/core/pack/pack-data.ts';
import type { MediaView, Packs } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { nextTurn } from '#ui/next-turn.ts';
import { packMediaOf } from '../builder/state/add-medias.ts';

/** Files that were ticked by their name alone. */
const isBare = ({ data }: MediaElement) => data.media.mediaType === null && data.media.url === null;

const bareIn = ({ elements }: PackData) =>
  elements.flatMap((element) => (element.type === 'medias' ? element.data.medias.filter(isBare) : []));

const filled = (element: MediaElement, view: MediaView | undefined): MediaElement =>
  view && isBare(element)
    ? {
        ...element,
        data: {
          ...element.data,
          media: { ...element.data.media, ...packMediaOf(view), name: element.data.media.name },
        },
      }
    : element;

const withViews = (element: PackElement, views: ReadonlyMap<string, MediaView>): PackElement =>
  element.type === 'medias' && element.data.medias.some(isBare)
    ? {
        ...element,
        data: {
          ...element.data,
          medias: element.data.medias.map((media) => filled(media, views.get(media.data.media.id))),
        },
      }
    : element;

/** The contents with kind, address and picture of every file that is on this device. */
export async function withAddresses(
  contents: PackData,
  { packs, pack }: { packs: Pick<Packs, 'medias'>; pack: PackRecord },
): Promise<PackData> {
  const bare = bareIn(contents).map(({ data }) => data.media);
  if (bare.length === 0) return contents;
  const medias = bare.map(({ id, type }) => ({ id, type: type as MediaTypeName }));
  const views = await packs.medias({ ...pack, pack_data: null, medias });
  function* filling() {
    const elements: PackElement[] = [];
    for (const element of contents.elements) {
      elements.push(withViews(element, views));
      yield;
    }
    return elements;
  }
  return { ...contents, elements: await inSteps(filling(), nextTurn) };
}
