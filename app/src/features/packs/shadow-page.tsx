import { packPageStyles } from '@satchel/core/pack-page/pack-page-styles.ts';
import { useEffect, useRef } from 'react';

interface Props {
  /** Sanitised: what `renderPackPage` answers. */
  html: string;
  label: string;
  className?: string | undefined;
  onOpenMedia: (mediaId: string) => void;
}

function mediaIdOf(event: Event) {
  const [target] = event.composedPath();
  const link = target instanceof Element ? target.closest('a[data-media-id]') : null;
  return link?.getAttribute('data-media-id') ?? null;
}

/** A pack's page in a shadow root, so that neither its styles nor the app's reach the other. */
export function ShadowPage({ html, label, className, onOpenMedia }: Props) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const host = frame.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(packPageStyles);
    root.adoptedStyleSheets = [sheet];
    root.innerHTML = html;
  }, [html]);
  useEffect(() => {
    const root = frame.current?.shadowRoot;
    if (!root) return;
    const opened = (event: Event) => {
      const id = mediaIdOf(event);
      if (id !== null) onOpenMedia(id);
    };
    root.addEventListener('click', opened);
    return () => root.removeEventListener('click', opened);
  }, [onOpenMedia]);
  return <section ref={frame} aria-label={label} className={className} />;
}
