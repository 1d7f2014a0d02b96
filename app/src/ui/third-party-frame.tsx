import {
  type ThirdPartyEntry,
  thirdPartyDocument,
  thirdPartyReady,
} from '@satchel/core/third-party/frame.ts';
import { useEffect, useRef } from 'react';

interface Props {
  title: string;
  /** Address of the script that the frame runs. */
  script: string;
  /** Told to the script once it listens; each new object is told once. */
  entry: ThirdPartyEntry['entry'] | null;
  /** Nobody is meant to see the frame. */
  hidden?: boolean;
  className?: string | undefined;
}

/** Runs a script of somebody else where it reaches nothing of the app, and hears nothing of it but that it listens. */
export function ThirdPartyFrame({ title, script, entry, hidden = false, className }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const listens = useRef(false);
  const untold = useRef<ThirdPartyEntry['entry'][]>([]);
  const last = useRef<ThirdPartyEntry['entry'] | null>(null);
  const tell = useRef(() => {
    const target = frame.current?.contentWindow;
    if (!listens.current || !target) return;
    for (const next of untold.current.splice(0)) {
      const message: ThirdPartyEntry = { type: 'satchel-third-party-entry', entry: next };
      // The frame has no origin that could be named.
      target.postMessage(message, '*');
    }
  });
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || data?.type !== thirdPartyReady) return;
      listens.current = true;
      tell.current();
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (entry === null || entry === last.current) return;
    last.current = entry;
    untold.current.push(entry);
    tell.current();
  }, [entry]);
  return (
    <iframe
      ref={frame}
      title={title}
      className={className}
      hidden={hidden}
      sandbox="allow-scripts allow-forms allow-popups"
      referrerPolicy="no-referrer"
      srcDoc={thirdPartyDocument('en-us', title, script)}
    />
  );
}
