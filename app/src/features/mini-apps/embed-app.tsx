import {
  type FrameStart,
  frameDocument,
  frameFailed,
  frameReady,
  frameStarted,
} from '@satchel/core/mini-app/frame.ts';
import { useEffect, useRef, useState } from 'react';
import { useServices } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { entryNames, type MiniApp } from './mini-app.ts';
import classes from './mini-app-screen.module.css';
import { texts } from './texts.ts';
import { useLaunchEvent } from './use-launch-event.ts';

/**
 * Runs an embed app out of its cached files, in a frame that has neither the app's origin nor the network. The frame says
 * when it listens; what it says is only ever compared with the known words.
 */
export function EmbedApp({ bundle, app }: { bundle: BundleRecord; app: MiniApp }) {
  const { bundles } = useServices();
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'starting' | 'running'>('starting');
  const [failure, setFailure] = useState<string | null>(null);
  const logLaunch = useLaunchEvent(bundle);
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
      setFailure(error instanceof Error ? error.message : String(error));
    }
  });
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      const target = frame.current?.contentWindow;
      if (!target || source !== target || typeof data !== 'object' || data === null) return;
      if (data.type === frameReady) void start.current(target);
      else if (data.type === frameStarted) {
        setState('running');
        logLaunch();
      } else if (data.type === frameFailed) setFailure(texts.didNotStart(String(data.name).slice(0, 100)));
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [logLaunch]);
  const title = bundle.title ?? '';
  return (
    <>
      {failure && <ErrorBanner text={texts.failed(failure)} />}
      <iframe
        ref={frame}
        className={classes.frame}
        title={title}
        sandbox="allow-scripts allow-forms"
        allow="fullscreen"
        srcDoc={frameDocument('en-us', title)}
        aria-busy={state === 'starting' && !failure}
      />
    </>
  );
}
