import { useMatches } from '@tanstack/react-router';
import { ButtonLink } from '#navigation/links.tsx';
import { useItemTitle } from '#navigation/page-state.tsx';
import { PageHeading } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import { FullPage } from '#ui/full-page.tsx';
import { texts } from './texts.ts';

/** The page of every path that leads nowhere (NAV-11, ERR-01). Without a user an own pack is nowhere, too (PERM-17). */
export default function NotFoundScreen() {
  useItemTitle(texts.notFoundShort);
  const { user } = useWatched(useServices().session);
  const isOfPacks = useMatches({ select: (matches) => matches.at(-1)?.staticData.area === 'packs' });
  const isSignedOut = isOfPacks && !user;
  return (
    <FullPage
      title={<PageHeading>{texts.notFound}</PageHeading>}
      hint={isSignedOut ? texts.signedOutPacks : undefined}
    >
      {isSignedOut && <ButtonLink to="/user/login">{texts.login}</ButtonLink>}
      <ButtonLink to="/" variant={isSignedOut ? 'default' : 'filled'}>
        {texts.goBack}
      </ButtonLink>
    </FullPage>
  );
}
