import type { SanitiseKind } from '@satchel/core/html/allowed-html.ts';
import { isBareMarkup } from '@satchel/core/html/bare-markup.ts';
import { useLayoutEffect, useRef } from 'react';
import classes from './html.module.css';

interface Props {
  html: string;
  kind: SanitiseKind;
  /** Origin of the content host, put before relative addresses; '' means the app's own. */
  host: string;
}

const loadSanitiser = () =>
  Promise.all([
    import('@satchel/core/html/sanitise-in-browser.ts'),
    import('@satchel/core/html/host-addresses.ts'),
    import('./follow-links.ts'),
  ]);

const wholes = 'ul, ol, blockquote, table';

/** As `withDirections` of core has it in packs and mail. That module by itself would be one more name before the first paint. */
const outermostBlocks = `:is(p, h1, h2, h3, h4, h5, h6, div, ${wholes}):not(:is(${wholes}) *)`;

function show(prose: HTMLElement, html: string) {
  prose.innerHTML = html;
  for (const block of prose.querySelectorAll<HTMLElement>(outermostBlocks)) block.dir = 'auto';
}

/** Text from outside as HTML, after the sanitiser, running as its words do; where it needs one, nothing until that is there. */
export function Html({ html, kind, host }: Props) {
  const prose = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (prose.current && isBareMarkup(html, kind)) {
      show(prose.current, html);
      return;
    }
    let isHere = true;
    let leaveLinks = () => {};
    loadSanitiser().then(([{ sanitiseInBrowser }, { prefixRelativeAddresses }, { followLinks }]) => {
      if (!isHere || !prose.current) return;
      show(prose.current, prefixRelativeAddresses(sanitiseInBrowser(html, kind), host));
      leaveLinks = followLinks(prose.current);
    });
    return () => {
      isHere = false;
      leaveLinks();
    };
  }, [html, kind, host]);
  return <div ref={prose} dir="auto" className={classes.prose} />;
}
