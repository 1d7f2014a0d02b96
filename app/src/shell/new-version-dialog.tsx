import { lazy, Suspense, useState } from 'react';
import { useServices, useWatched } from '#services.ts';

const NewVersionQuestion = lazy(() => import('./new-version-question.tsx'));

/** Asks before a new version takes over, since a reload would drop what somebody is typing (NAV-59). */
export function NewVersionDialog() {
  const { device } = useServices();
  const isReady = useWatched(device.updateReady);
  const [isPutOff, setPutOff] = useState(false);
  if (!isReady || isPutOff) return null;
  return (
    <Suspense>
      <NewVersionQuestion onPutOff={() => setPutOff(true)} />
    </Suspense>
  );
}
