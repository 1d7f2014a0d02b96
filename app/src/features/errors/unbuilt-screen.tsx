import { Button } from '@mantine/core';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { PageHeading } from '#navigation/page-title.tsx';
import { FullPage } from '#ui/full-page.tsx';
import { texts } from './texts.ts';

/** A page whose address is settled and whose screen is still to come. */
export default function UnbuiltScreen() {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  return (
    <FullPage title={<PageHeading>{texts.unbuilt}</PageHeading>}>
      <Button onClick={() => (canGoBack ? history.back() : void navigate({ to: '/' }))}>
        {texts.goBack}
      </Button>
    </FullPage>
  );
}
