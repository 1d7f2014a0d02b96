import { createContext, useContext, useState } from 'react';
import { ImageSlide, type Plugin, type Render, type RenderSlideProps } from 'yet-another-react-lightbox';
import type {} from 'yet-another-react-lightbox/plugins/video';
import type { MediaView } from '#services.ts';
import { isSameFile, webAddress } from './file-address.ts';
import classes from './file-viewer.module.css';

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    file: NamedFileSlide;
  }
  /** Without its addresses: whoever shows it takes those of `NewestFiles`. */
  interface NamedFileSlide extends GenericSlide {
    type: 'file';
    id: string;
  }
}

/** The files of all slides as they are by now, by id. */
export const NewestFiles = createContext<ReadonlyMap<string, MediaView>>(new Map());

/** Shows slides that name a file. It comes behind the plugin that plays films. */
export const FileSlides: Plugin = ({ augment }) =>
  augment(({ render: { slide: show, ...render }, ...props }) => ({
    ...props,
    render: {
      ...render,
      slide: (given) =>
        given.slide.type === 'file' ? (
          <NamedFile key={given.slide.id} id={given.slide.id} {...given} play={show} />
        ) : (
          show?.(given)
        ),
    },
  }));

interface Standing extends Pick<RenderSlideProps, 'offset' | 'rect'> {
  play: Render['slide'];
}

function NamedFile({ id, ...standing }: Standing & { id: string }) {
  const newest = useContext(NewestFiles).get(id);
  return newest ? <FileSlide newest={newest} {...standing} /> : null;
}

function FileSlide({ newest, offset, rect, play }: Standing & { newest: MediaView }) {
  const { file, onBroken } = useHeldFile(newest, offset === 0);
  const { name, mime, previewUrl } = file;
  const src = webAddress(file.url) ?? '';
  // Only the one that is looked at: its player is loaded by being there, and goes on sounding as long as it is.
  if (file.type === 'media--remote_video') return offset === 0 && <HostedVideo src={src} name={name} />;
  return (
    <div className={classes.file} onErrorCapture={onBroken}>
      {file.type === 'media--video' ? (
        play?.({
          slide: {
            type: 'video',
            controls: true,
            playsInline: true,
            preload: 'metadata',
            ...(previewUrl && { poster: previewUrl }),
            sources: [{ src, type: mime ?? 'video/mp4' }],
          },
          offset,
          rect,
        })
      ) : (
        <ImageSlide
          key={src}
          slide={{ src, alt: name }}
          offset={offset}
          rect={rect}
          imageProps={{ decoding: 'async' }}
        />
      )}
    </div>
  );
}

/**
 * A file with the addresses by which it was loaded, since a film would begin anew by others; of the same file these are other
 * tokens (decision 072). The newest are taken up where nothing is lost by it.
 */
function useHeldFile(newest: MediaView, isShown: boolean) {
  const { type } = newest;
  // A film is worth something once somebody may have begun it, a player as long as it is there.
  const isLoaded = type === 'media--image' || isShown;
  const [held, setHeld] = useState({ file: newest, isLoaded, isBroken: false });
  const { url, previewUrl } = held.file;
  const isKept = held.isLoaded && !held.isBroken && isSameFile(url, newest.url);
  const file = {
    ...newest,
    url: isKept ? url : newest.url,
    previewUrl: isKept && isSameFile(previewUrl, newest.previewUrl) ? previewUrl : newest.previewUrl,
  };
  const now = {
    file,
    isLoaded: isLoaded || (type === 'media--video' && held.isLoaded),
    isBroken: held.isBroken && file.url === url,
  };
  if (JSON.stringify(now) !== JSON.stringify(held)) setHeld(now);
  return { file, onBroken: () => setHeld({ ...now, isBroken: true }) };
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
