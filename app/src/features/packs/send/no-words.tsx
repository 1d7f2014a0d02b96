import { Button } from '@mantine/core';
import { PageTitle } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { texts } from '../texts.ts';

/** In place of the form: an empty one would look as if the message had said nothing. */
export function NoWords({ failure, onAgain }: { failure: string; onAgain: () => void }) {
  const { online } = useWatched(useServices().connection);
  return (
    <>
      <PageTitle>{texts.send.title}</PageTitle>
      <ErrorBanner
        text={online ? texts.send.noWords(failure) : texts.send.noWordsOffline}
        action={
          online && (
            <Button variant="default" onClick={onAgain}>
              {texts.send.tryAgain}
            </Button>
          )
        }
      />
    </>
  );
}
