import { Button } from '@mantine/core';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { ButtonLink } from '#navigation/links.tsx';
import { PageHeading } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import { FullPage } from '#ui/full-page.tsx';
import { texts } from './texts.ts';

/** 401: back to where one came from, or home (NAV-38, NAV-39). */
export default function AccessDeniedScreen() {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  const { user } = useWatched(useServices().session);
  return (
    <FullPage
      title={<PageHeading>{texts.accessDenied}</PageHeading>}
      hint={user ? texts.accessDeniedSignedIn : texts.accessDeniedHint}
    >
      <Button variant="default" onClick={() => (canGoBack ? history.back() : void navigate({ to: '/' }))}>
        {texts.goBack}
      </Button>
      <ButtonLink to="/">{texts.goHome}</ButtonLink>
    </FullPage>
  );
}
