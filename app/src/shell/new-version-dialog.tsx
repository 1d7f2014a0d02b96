import { lazy, Suspense, useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { texts } from './texts.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

/** Asks before a new version takes over, since a reload would drop what somebody is typing (NAV-59). */
export function NewVersionDialog() {
  const { device } = useServices();
  const isReady = useWatched(device.updateReady);
  const [isPutOff, setPutOff] = useState(false);
  if (!isReady || isPutOff) return null;
  const { title, question, yes, no } = texts.newVersion;
  return (
    <Suspense>
      <ConfirmDialog
        title={title}
        question={question}
        confirm={yes}
        cancel={no}
        onConfirm={() => device.update()}
        onCancel={() => setPutOff(true)}
      />
    </Suspense>
  );
}
