import type { SanitiseKind } from '@satchel/core/html/allowed-html.ts';
import { useEffect, useRef } from 'react';
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
  ]);

/** Text from outside as HTML, after the sanitiser; nothing until that is there. */
export function Html({ html, kind, host }: Props) {
  const prose = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isHere = true;
    loadSanitiser().then(([{ sanitiseInBrowser }, { prefixRelativeAddresses }]) => {
      if (isHere && prose.current)
        prose.current.innerHTML = prefixRelativeAddresses(sanitiseInBrowser(html, kind), host);
    });
    return () => {
      isHere = false;
    };
  }, [html, kind, host]);
  return <div ref={prose} className={classes.prose} />;
}
