import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import { useMemo, useRef, useState } from 'react';
import Lightbox, { type Slide } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen';
import Video from 'yet-another-react-lightbox/plugins/video';
import { type FileOrder, type MediaView, useServices } from '#services.ts';
import { useLive } from '#ui/use-live.ts';
import { openingOf } from './file-address.ts';
import { FileSlides, NewestFiles } from './file-slide.tsx';
import classes from './file-viewer.module.css';
import { texts } from './texts.ts';

interface Props {
  bundleId: string;
  /** In the order of the list; what the viewer cannot show is left out. */
  order: FileOrder;
  firstId: string;
  onClose: () => void;
}

/** So many slides from the end of those that are here the next ones are fetched. */
const nearTheEnd = 20;

/**
 * The slides of files, and the very same ones while no word in them changes: with others all of the carousel would begin anew
 * for whoever went round it.
 */
function useSlides(shown: readonly MediaView[]): readonly Slide[] {
  const now = useMemo(
    () => shown.map(({ id, name, description }): Slide => ({ type: 'file', id, title: name, description })),
    [shown],
  );
  const [slides, setSlides] = useState(now);
  if (now === slides || JSON.stringify(now) === JSON.stringify(slides)) return slides;
  setSlides(now);
  return now;
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
  const newest = useMemo(() => new Map(shown.map((file) => [file.id, file])), [shown]);
  const onView = (at: number) => {
    currentId.current = shown[at]?.id ?? firstId;
    const isNearTheEnd = at < nearTheEnd || at >= shown.length - nearTheEnd;
    if (isNearTheEnd && shown.length > 2 * nearTheEnd) setAround(currentId.current);
  };
  if (!files) return null;
  return (
    <NewestFiles value={newest}>
      <Lightbox
        open
        close={onClose}
        index={index}
        slides={slides}
        on={{ view: ({ index }) => onView(index) }}
        plugins={[Captions, Fullscreen, Video, FileSlides]}
        className={classes.viewer ?? ''}
        labels={labels}
        carousel={{ finite: false, preload: 1 }}
        controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
        captions={{ descriptionMaxLines: 2 }}
        animation={{ fade: 180, swipe: 240 }}
        {...(shown.length < 2 && { render: { buttonPrev: () => null, buttonNext: () => null } })}
      />
    </NewestFiles>
  );
}
