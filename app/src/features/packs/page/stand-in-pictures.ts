import { signOf } from '@satchel/core/pack-page/render-medias.ts';
import type { MediaView } from '#services.ts';

type Medias = ReadonlyMap<string, Pick<MediaView, 'previewUrl' | 'thumbnailUrl'>>;

/**
 * Where a picture of a pack's page cannot be had, as without a signal: the small one, which is kept for the lists, else
 * the sign of a file without one, and outside a file's place the plain ground below it.
 * @param page may belong to another window
 * @returns ends it
 */
export function standInPictures(page: Node, medias: Medias): () => void {
  // Made once it is needed: of thousands of files it takes a part of a frame.
  let small: Map<string | null, string | null> | null = null;
  const missed = ({ target }: Event) => {
    if ((target as Element).localName !== 'img') return;
    const picture = target as HTMLImageElement;
    small ??= new Map([...medias.values()].map(({ previewUrl, thumbnailUrl }) => [previewUrl, thumbnailUrl]));
    const standIn = small.get(picture.src);
    const place = picture.closest('.preview');
    if (standIn && standIn !== picture.src) picture.src = standIn;
    else if (place) place.innerHTML = signOf(picture.className);
    else picture.style.visibility = 'hidden';
  };
  // It does not bubble.
  page.addEventListener('error', missed, { capture: true });
  return () => page.removeEventListener('error', missed, { capture: true });
}
