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
  const isAsked = useAskedHost(userId);
  // Nobody begins a second signature while the first is on its way here.
  const isKnown = signature !== undefined && (signature !== null || isAsked);
  return (
    <NarrowPage>
      <PageTitle inHeaderOnPhone>{texts.title}</PageTitle>
      {user && isKnown ? (
        <ProfileCards key={user.uuid} user={user} signature={signature} />
      ) : (
        <div role="status" aria-label={texts.loading} className={classes.skeletons}>
          <Skeleton height={128} radius={16} />
          <Skeleton height={380} radius={16} />
        </div>
      )}
    </NarrowPage>
  );
}

/** Whether the host was asked for the signature as it is now; it may have been changed on another device. */
function useAskedHost(userId: string | undefined): boolean {
  const { signatures } = useServices();
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    if (!userId) return;
    let isLeft = false;
    void signatures.load().then(() => {
      if (!isLeft) setAsked(userId);
    });
    return () => {
      isLeft = true;
    };
  }, [signatures, userId]);
  return asked !== null && asked === userId;
}
