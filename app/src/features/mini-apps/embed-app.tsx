import { Button } from '@mantine/core';
import {
  type FrameStart,
  frameDocument,
  frameFailed,
  frameReady,
  frameStarted,
} from '@satchel/core/mini-app/frame.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { reasonOf } from '#ui/reason-of.ts';
import { entryNames, type MiniApp } from './mini-app.ts';
import classes from './mini-app-screen.module.css';
import { texts } from './texts.ts';
import { useLaunchEvent } from './use-launch-event.ts';

interface Props {
  bundle: BundleRecord;
  app: MiniApp;
}

/** An embed app, or why it does not run, with another try; when the connection comes back, by itself. */
export function EmbedApp(props: Props) {
  const { online } = useWatched(useServices().connection);
  const [failure, setFailure] = useState<string | null>(null);
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) setFailure(null);
    wasOnline.current = online;
  }, [online]);
  if (failure === null) return <RunningApp {...props} onFailure={setFailure} />;
  return (
    <ErrorBanner
      text={texts.failed(failure)}
      action={
        <Button variant="default" size="sm" onClick={() => setFailure(null)}>
          {texts.tryAgain}
        </Button>
      }
    />
  );
}

/**
 * Runs an embed app out of its cached files, in a frame that has neither the app's origin nor the network. The frame says
 * when it listens; what it says is only ever compared with the known words.
 */
function RunningApp({ bundle, app, onFailure }: Props & { onFailure: (failure: string) => void }) {
  const { bundles } = useServices();
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'starting' | 'running'>('starting');
  const logLaunch = useLaunchEvent(bundle);
  // An app may say anything as often as it likes: each document of the frame is started once, however often it calls itself ready.
  const heard = useRef({
    isLoaded: false,
    mayStart: true,
    isReady: false,
    isStarting: false,
    isLogged: false,
  });
  // The frame starts once; records that change underneath must not restart what somebody is working in.
  const start = useRef(async (target: Window) => {
    try {
      const files = await bundles.appFiles(bundle);
      const order: FrameStart = {
        type: 'satchel-frame-start',
        files: [...files].map(([name, blob]) => ({ name, blob })),
        entries: entryNames(app.addresses, files.keys()),
        initData: app.initData,
      };
      target.postMessage(order, '*');
    } catch (error) {
      onFailure(reasonOf(error));
    }
  });
  const begin = useCallback((target: Window) => {
    Object.assign(heard.current, { mayStart: false, isReady: false, isStarting: true });
    void start.current(target);
  }, []);
  // A document that the frame loads in place of the first one needs the files again; it may be ready before it is loaded.
  const followLoad = () => {
    const now = heard.current;
    const target = frame.current?.contentWindow;
    if (!now.isLoaded) now.isLoaded = true;
    else if (now.isReady && target) begin(target);
    else now.mayStart = true;
  };
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      const target = frame.current?.contentWindow;
      if (!target || source !== target || typeof data !== 'object' || data === null) return;
      const now = heard.current;
      if (data.type === frameReady) {
        if (now.mayStart) begin(target);
        else now.isReady = true;
      }
      if (!now.isStarting) return;
      if (data.type === frameStarted) {
        now.isStarting = false;
        setState('running');
        if (!now.isLogged) logLaunch();
        now.isLogged = true;
      } else if (data.type === frameFailed) onFailure(texts.didNotStart(String(data.name).slice(0, 100)));
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [begin, logLaunch, onFailure]);
  const title = bundle.title ?? '';
  // Another one would load the frame anew.
  const [startDocument] = useState(() => frameDocument('en-us', title));
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={title}
      sandbox="allow-scripts allow-forms"
      allow="fullscreen"
      onLoad={followLoad}
      srcDoc={startDocument}
      aria-busy={state === 'starting'}
    />
  );
}
