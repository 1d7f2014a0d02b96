import { Button, Loader } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { PageHeading } from '#navigation/page-title.tsx';
import { useServices } from '#services.ts';
import { FullPage } from '#ui/full-page.tsx';
import { texts } from './texts.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Somebody was signed out at this address. */
    isSignedOut?: boolean | undefined;
  }
}

/** ms; on a slow device nobody stays signed in for the sake of a number. */
const countUntil = 500;

type Progress = { state: 'running' } | { state: 'done' } | { state: 'failed'; message: string };

/**
 * Signs out at once and says how it went (AUTH-23, AUTH-24). The way on takes its place: whoever signs in next and goes
 * back must not come here. Nor does it sign out whoever comes here by Forward.
 */
export default function SignOutScreen() {
  const { session, waiting, configuration } = useServices();
  const [left, setLeft] = useState(0);
  const [progress, setProgress] = useState<Progress>({ state: 'running' });
  const isAsked = useRef(false);
  const isHere = useRef(true);
  const navigate = useNavigate();
  const isOver = useLocation({ select: ({ state }) => state.isSignedOut === true });
  const { logout } = configuration.auth;
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the address says once it is over is for the next visit
  useEffect(() => {
    // Once per visit, although React may run the effect twice.
    if (isAsked.current) return;
    isAsked.current = true;
    if (isOver && session.current().user !== null) {
      void navigate({ to: '/', replace: true });
      return;
    }
    // Whose work it is can be told only while somebody is signed in.
    const counted = waiting.count().catch(() => 0);
    const late = new Promise((resolve) => setTimeout(resolve, countUntil));
    const signOut = async () => {
      await Promise.race([counted.then(setLeft), late]);
      const { failure } = await session.signOut();
      setProgress(failure ? { state: 'failed', message: failure } : { state: 'done' });
      if (isHere.current)
        await navigate({ to: '.', state: { isSignedOut: true }, replace: true, resetScroll: false });
    };
    signOut().catch((error: unknown) =>
      setProgress({ state: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  }, [session, waiting]);
  const alsoLeft = left > 0 ? ` ${texts.waitsHere(left)}` : '';
  return (
    <main aria-live="polite">
      {progress.state === 'running' && (
        <FullPage title={<PageHeading>{texts.signingOut}</PageHeading>}>
          <Loader aria-hidden />
        </FullPage>
      )}
      {progress.state === 'done' && (
        <FullPage
          title={<PageHeading>{texts.signedOut}</PageHeading>}
          hint={texts.signedOutDetail + (alsoLeft && `.${alsoLeft}`)}
        >
          {/* Nobody can be signed out of another site but on its own page (AUTH-15). */}
          {logout.mode === 'link' && (
            <Button component="a" href={logout.url} variant="default">
              {texts.logoutThere(configuration.brand.name)}
            </Button>
          )}
          <ButtonLink to="/user/login" replace>
            {texts.login}
          </ButtonLink>
        </FullPage>
      )}
      {progress.state === 'failed' && (
        <FullPage
          title={<PageHeading>{texts.signedOutHere}</PageHeading>}
          hint={texts.notHeard(progress.message) + alsoLeft}
        >
          <ButtonLink to="/user/login" replace variant="default">
            {texts.login}
          </ButtonLink>
          <Button onClick={() => location.reload()}>{texts.tryAgain}</Button>
        </FullPage>
      )}
    </main>
  );
}
