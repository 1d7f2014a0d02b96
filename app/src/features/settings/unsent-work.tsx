import { Button } from '@mantine/core';
import { useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { Banner } from '#ui/banner.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { reasonOf } from '#ui/reason-of.ts';
import { saveAsFile } from '#ui/save-as-file.ts';
import { useLive } from '#ui/use-live.ts';
import classes from './settings-screen.module.css';
import { texts } from './texts.ts';

/** What a reset would lose, also of others who sign in on this device. Nothing where nothing waits. */
export function UnsentWork() {
  const { waiting } = useServices();
  const others = useLive(() => waiting.countOfOthers(), [waiting]) ?? 0;
  return (
    <>
      <OwnUnsentWork />
      {others > 0 && <Banner tone="warn" text={texts.about.resetOthers(others)} />}
    </>
  );
}

/** With two ways to keep it: send it, or a file. */
function OwnUnsentWork() {
  const { waiting, connection } = useServices();
  const { online } = useWatched(connection);
  const count = useLive(() => waiting.count(), [waiting]) ?? 0;
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [copy, setCopy] = useState<string | null>(null);
  if (count === 0) return null;
  const send = async () => {
    setFailure(null);
    setSending(true);
    try {
      await waiting.push();
    } catch (error) {
      setFailure(texts.about.sendFailed(reasonOf(error)));
    } finally {
      setSending(false);
    }
  };
  const save = async () => {
    setFailure(null);
    setCopy(null);
    try {
      const name = texts.about.copyName(new Date().toISOString().slice(0, 10));
      saveAsFile(await waiting.copy(), name);
      setCopy(name);
    } catch (error) {
      setFailure(texts.about.copyFailed(reasonOf(error)));
    }
  };
  return (
    <>
      <Banner tone="warn" text={texts.about.resetWaiting(count)} />
      {failure && <ErrorBanner text={failure} />}
      <div className={classes.rescue}>
        {online && (
          <Button variant="default" loading={isSending} onClick={() => void send()}>
            {texts.about.sendFirst}
          </Button>
        )}
        <Button variant="default" onClick={() => void save()}>
          {texts.about.saveCopy}
        </Button>
      </div>
      <p role="status" className={classes.copy}>
        {copy && texts.about.copySaved(copy)}
      </p>
    </>
  );
}
