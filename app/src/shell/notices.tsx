import { Suspense, useEffect, useState } from 'react';
import { type Notice, useServices } from '#services.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { lazyExtra } from '#ui/lazy-extra.ts';

interface Props {
  notices: readonly Notice[];
}

/** Where the list did not come: the newest in plain words, since what stands here are mostly problems. */
const PlainNotices = ({ notices }: Props) => <ErrorBanner text={notices.at(-1)?.text ?? ''} />;

const NoticeList = lazyExtra<Props>(() => import('./notice-list.tsx'), PlainNotices);

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
