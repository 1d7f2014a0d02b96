import type { PackPageParts } from '@satchel/core/pack-page/render-pack-page.ts';
import { useEffect, useRef } from 'react';
import type { MediaView } from '#services.ts';
import { followLinks } from '#ui/follow-links.ts';
import { fillPage } from './fill-page.ts';
import { packPageSheet } from './page-tools.ts';
import { standInPictures } from './stand-in-pictures.ts';

interface Props {
  /** Sanitised: what `renderPackPageParts` answers; the same object as long as nothing of it changes. */
  parts: PackPageParts;
  label: string;
  medias: ReadonlyMap<string, MediaView>;
  className?: string | undefined;
  onOpenMedia: (mediaId: string) => void;
}

function mediaIdOf(event: Event) {
  const [target] = event.composedPath();
  const link = target instanceof Element ? target.closest('a[data-media-id]') : null;
  return link?.getAttribute('data-media-id') ?? null;
}

/** A pack's page in a shadow root, so that neither its styles nor the app's reach the other. */
export function ShadowPage({ parts, label, medias, className, onOpenMedia }: Props) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const host = frame.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [packPageSheet()];
    return fillPage(root, parts);
  }, [parts]);
  useEffect(() => {
    const root = frame.current?.shadowRoot;
    return root ? followLinks(root) : undefined;
  }, []);
  useEffect(() => {
    const root = frame.current?.shadowRoot;
    if (!root) return;
    const opened = (event: Event) => {
      const id = mediaIdOf(event);
      if (id !== null) onOpenMedia(id);
    };
    // The middle button opens it, too, and is no click.
    const openedAside = (event: Event) => (event as MouseEvent).button === 1 && opened(event);
    root.addEventListener('click', opened);
    root.addEventListener('auxclick', openedAside);
    return () => {
      root.removeEventListener('click', opened);
      root.removeEventListener('auxclick', openedAside);
    };
  }, [onOpenMedia]);
  useEffect(() => {
    const root = frame.current?.shadowRoot;
    return root ? standInPictures(root, medias) : undefined;
  }, [medias]);
  return <section ref={frame} aria-label={label} className={className} />;
}
