import { lazy, Suspense, useEffect, useState } from 'react';
import { type Notice, useServices } from '#services.ts';

const NoticeList = lazy(() => import('./notice-list.tsx'));

/** Listens for notices from the start; the list that shows them comes with the first one. */
export function Notices() {
  const { notices } = useServices();
  const [waiting, setWaiting] = useState<readonly Notice[]>([]);
  useEffect(() => notices.listen((notice) => setWaiting((before) => [...before, notice])), [notices]);
  if (waiting.length === 0) return null;
  return (
    <Suspense>
      <NoticeList notices={waiting} />
    </Suspense>
  );
}
