import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { PageTitle } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { useLive } from '#ui/use-live.ts';
import { ProfileCards } from './profile-cards.tsx';
import classes from './profile-screen.module.css';
import { texts } from './texts.ts';

/** Who one is to prospects (PROF-02, PROF-03). */
export default function ProfileScreen() {
  const { signatures, session } = useServices();
  const { user } = useWatched(session);
  const userId = user?.uuid;
  const signature = useLive(() => signatures.mine(), [signatures, userId]);
  const asked = useAskedHost(userId);
  const isThere = signature !== undefined && (signature !== null || asked.isAnswered);
  return (
    <NarrowPage>
      <PageTitle inHeaderOnPhone>{texts.title}</PageTitle>
      {user && isThere ? (
        <ProfileCards
          key={user.uuid}
          user={user}
          signature={signature}
          // Nobody begins a second signature while the first is not here.
          missing={signature === null && !asked.isKnown ? asked : null}
        />
      ) : (
        <div role="status" aria-label={texts.loading} className={classes.skeletons}>
          <Skeleton height={128} radius={16} />
          <Skeleton height={380} radius={16} />
        </div>
      )}
    </NarrowPage>
  );
}

interface Asked {
  userId: string;
  question: string;
  /** Why the host did not say which signature it has; null once it did. */
  failure: string | null;
}

/**
 * Asks the host for the signature as it is now, which may have been changed on another device; whenever the connection
 * is back, once more.
 */
function useAskedHost(userId: string | undefined) {
  const { signatures, connection } = useServices();
  const { online } = useWatched(connection);
  const [times, setTimes] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(null);
  const question = `${times} ${online}`;
  useEffect(() => {
    if (!userId) return;
    let isLeft = false;
    void signatures.load().then((outcome) => {
      if (isLeft) return;
      const now = { userId, question, failure: outcome.ok ? null : outcome.failure };
      // What the host has said once holds without a signal, too.
      setAsked((before) => (before?.userId === userId && before.failure === null ? before : now));
    });
    return () => {
      isLeft = true;
    };
  }, [signatures, userId, question]);
  const answer = asked?.userId === userId ? asked : null;
  return {
    /** Or refused. */
    isAnswered: answer !== null,
    isKnown: answer?.failure === null,
    /** Of the last question; null while it is under way. */
    failure: answer?.question === question ? answer.failure : null,
    askAgain: () => setTimes(times + 1),
  };
}
