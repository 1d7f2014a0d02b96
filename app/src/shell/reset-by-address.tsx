import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

const ResetQuestion = lazy(() => import('#features/settings/reset-question.tsx'));

/** An address with the query 'reset', before or inside the hash, asks whether everything here may go (SET-13, SET-15). */
export function ResetByAddress() {
  const isInHash = useLocation({ select: ({ search }) => 'reset' in search });
  if (!isInHash && !new URLSearchParams(location.search).has('reset')) return null;
  return (
    <Suspense>
      <ResetQuestion />
    </Suspense>
  );
}
