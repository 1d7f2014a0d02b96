import { ButtonLink } from '#navigation/links.tsx';
import { MissingPage } from '#navigation/missing-page.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { texts } from '../texts.ts';

/** Stands where a pack would: it is nowhere, for who is not signed in too, or nobody could be asked (SYNC-06). */
export function PackFailure({ failure }: { failure: string | null }) {
  const { user } = useWatched(useServices().session);
  if (failure === null || !user) return <MissingPage />;
  return (
    <>
      <PageTitle>{texts.notHere.title}</PageTitle>
      <ErrorBanner
        text={texts.notHere.failed(failure)}
        action={
          <ButtonLink to="/packs" variant="default">
            {texts.notHere.back}
          </ButtonLink>
        }
      />
    </>
  );
}
