import { packPageStyles } from '@satchel/core/pack-page/pack-page-styles.ts';
import type { PackPageParts } from '@satchel/core/pack-page/render-pack-page.ts';
import { useEffect, useRef } from 'react';
import { fillPage } from './fill-page.ts';

interface Props {
  /** Sanitised: what `renderPackPageParts` answers; the same object as long as nothing of it changes. */
  parts: PackPageParts;
  label: string;
  className?: string | undefined;
  onOpenMedia: (mediaId: string) => void;
}

// A section that is out of sight costs its words and not their layout. What looks out of its edges stays whole.
const farSections = `
  .pack-page .section { content-visibility: auto; contain-intrinsic-size: auto 420px; overflow-clip-margin: 24px; }
  @media print { .pack-page .section { content-visibility: visible; } }`;

function mediaIdOf(event: Event) {
  const [target] = event.composedPath();
  const link = target instanceof Element ? target.closest('a[data-media-id]') : null;
  return link?.getAttribute('data-media-id') ?? null;
}

/** A pack's page in a shadow root, so that neither its styles nor the app's reach the other. */
export function ShadowPage({ parts, label, className, onOpenMedia }: Props) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const host = frame.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(packPageStyles + farSections);
    root.adoptedStyleSheets = [sheet];
    return fillPage(root, parts);
  }, [parts]);
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
