import { Button, Loader } from '@mantine/core';
import { newId } from '@satchel/core/pack/new-id.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { PageHeading } from '#navigation/page-title.tsx';
import { useServices } from '#services.ts';
import { FullPage } from '#ui/full-page.tsx';
import { reasonOf } from '#ui/reason-of.ts';
import { texts } from './texts.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The sign-out that this address stands for, and of whom; null once it is over. */
    signOut?: { id: string; whose: string | null } | undefined;
  }
}

/** Those that this window has seen to: whoever comes to one of them by Forward has signed in since. */
const begun = new Set<string>();

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
  const former = useLocation({ select: ({ state }) => state.signOut });
  const { logout } = configuration.auth;
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  // What the address says from now on is for the next visit.
  const begin = useEffectEvent(() => {
    const whose = session.current().user?.uuid ?? null;
    // A page that is loaded anew before it is over goes on with it.
    if (former && whose !== null && (begun.has(former.id) || former.whose !== whose)) {
      void navigate({ to: '/', replace: true });
      return;
    }
    const id = newId();
    begun.add(id);
    const mark = (of: string | null) =>
      navigate({ to: '.', state: { signOut: { id, whose: of } }, replace: true, resetScroll: false });
    // At once: it may be left, or loaded anew, before it is over.
    void mark(whose);
    // Whose work it is can be told only while somebody is signed in.
    const counted = waiting.count().catch(() => 0);
    const late = new Promise((resolve) => setTimeout(resolve, countUntil));
    const signOut = async () => {
      await Promise.race([counted.then(setLeft), late]);
      const { failure } = await session.signOut();
      setProgress(failure ? { state: 'failed', message: failure } : { state: 'done' });
      if (isHere.current) await mark(null);
    };
    signOut().catch((error: unknown) => setProgress({ state: 'failed', message: reasonOf(error) }));
  });
  useEffect(() => {
    // Once per visit, although React may run the effect twice.
    if (isAsked.current) return;
    isAsked.current = true;
    begin();
  }, []);
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
