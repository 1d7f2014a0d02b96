import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import { useMemo, useRef, useState } from 'react';
import Lightbox, { type Slide } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen';
import Video from 'yet-another-react-lightbox/plugins/video';
import { type FileOrder, type MediaView, useServices } from '#services.ts';
import { useLive } from '#ui/use-live.ts';
import { isSameFile, openingOf, webAddress } from './file-address.ts';
import classes from './file-viewer.module.css';
import { texts } from './texts.ts';

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    hosted: HostedVideoSlide;
  }
  interface HostedVideoSlide extends GenericSlide {
    type: 'hosted';
    src: string;
    name: string;
  }
}

interface Props {
  bundleId: string;
  /** In the order of the list; what the viewer cannot show is left out. */
  order: FileOrder;
  firstId: string;
  onClose: () => void;
}

/** So many slides from the end of those that are here the next ones are fetched. */
const nearTheEnd = 20;

function slideOf(file: MediaView): Slide {
  const src = webAddress(file.url) ?? '';
  const words = { title: file.name, description: file.description };
  if (file.type === 'media--remote_video') return { ...words, type: 'hosted', src, name: file.name };
  if (file.type === 'media--video')
    return {
      ...words,
      type: 'video',
      controls: true,
      playsInline: true,
      preload: 'metadata',
      ...(file.previewUrl && { poster: file.previewUrl }),
      sources: [{ src, type: file.mime ?? 'video/mp4' }],
    };
  return { ...words, src, alt: file.name };
}

type Addresses = Pick<MediaView, 'url' | 'previewUrl'>;

/**
 * The slides of files, and the very same ones while nothing but tokens in addresses changes: a film would begin anew, and
 * all of the carousel for whoever went round it.
 */
function useSlides(shown: readonly MediaView[]): Slide[] {
  const held = useRef(new Map<string, Addresses>());
  const slides = useRef<Slide[]>([]);
  return useMemo(() => {
    const now = shown.map((file) => {
      const before = held.current.get(file.id);
      const { url, previewUrl } = before && isSameFile(before.url, file.url) ? before : file;
      held.current.set(file.id, { url, previewUrl });
      return slideOf({ ...file, url, previewUrl });
    });
    if (JSON.stringify(now) !== JSON.stringify(slides.current)) slides.current = now;
    return slides.current;
  }, [shown]);
}

const labels = {
  Lightbox: texts.viewer.label,
  Previous: texts.viewer.previous,
  Next: texts.viewer.next,
  Close: texts.viewer.close,
  'Enter Fullscreen': texts.viewer.fullscreen,
  'Exit Fullscreen': texts.viewer.leaveFullscreen,
};

/** Images and videos in an endless carousel with swipe, arrows and full screen (DOC-11, DOC-12). */
export default function FileViewer({ bundleId, order, firstId, onClose }: Props) {
  const { bundles } = useServices();
  const { search, sort } = order;
  const [around, setAround] = useState(firstId);
  const files = useLive(
    () => bundles.showable(bundleId, order, around),
    [bundleId, search, sort.column, sort.descending, around],
  );
  const currentId = useRef(firstId);
  const { shown, index } = useMemo(() => {
    const shown = files?.filter((file) => openingOf(file).how === 'viewer') ?? [];
    const at = shown.findIndex(({ id }) => id === currentId.current);
    return { shown, index: Math.max(0, at) };
  }, [files]);
  const slides = useSlides(shown);
  const onView = (at: number) => {
    currentId.current = shown[at]?.id ?? firstId;
    const isNearTheEnd = at < nearTheEnd || at >= shown.length - nearTheEnd;
    if (isNearTheEnd && shown.length > 2 * nearTheEnd) setAround(currentId.current);
  };
  if (!files) return null;
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      on={{ view: ({ index }) => onView(index) }}
      plugins={[Captions, Fullscreen, Video]}
      className={classes.viewer ?? ''}
      labels={labels}
      carousel={{ finite: false, preload: 1, imageProps: { decoding: 'async' } }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      captions={{ descriptionMaxLines: 2 }}
      animation={{ fade: 180, swipe: 240 }}
      render={{
        // Only the one that is looked at: its player is loaded by being there, and goes on sounding as long as it is.
        slide: ({ slide, offset }) =>
          slide.type === 'hosted' && offset === 0 ? (
            <HostedVideo src={slide.src} name={slide.name} />
          ) : undefined,
        ...(shown.length < 2 && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  );
}

/** The provider's player, which never gets the app's own origin. */
function HostedVideo({ src, name }: { src: string; name: string }) {
  const isElsewhere = new URL(src).origin !== location.origin;
  return (
    <iframe
      src={src}
      title={name}
      className={classes.hosted}
      sandbox={`allow-scripts allow-presentation allow-popups${isElsewhere ? ' allow-same-origin' : ''}`}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
