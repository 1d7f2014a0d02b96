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

/** Text from outside as HTML, after the sanitiser; where it needs one, nothing until that is there. */
export function Html({ html, kind, host }: Props) {
  const prose = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (prose.current && isBareMarkup(html, kind)) {
      prose.current.innerHTML = html;
      return;
    }
    let isHere = true;
    let leaveLinks = () => {};
    loadSanitiser().then(([{ sanitiseInBrowser }, { prefixRelativeAddresses }, { followLinks }]) => {
      if (!isHere || !prose.current) return;
      prose.current.innerHTML = prefixRelativeAddresses(sanitiseInBrowser(html, kind), host);
      leaveLinks = followLinks(prose.current);
    });
    return () => {
      isHere = false;
      leaveLinks();
    };
  }, [html, kind, host]);
  return <div ref={prose} className={classes.prose} />;
}
