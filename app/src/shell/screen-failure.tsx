import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useServices, useWatched } from '#services.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PlainButton } from '#ui/plain-button.tsx';
import { isChunkFailure, wordsOf } from './chunk-limit.ts';
import { texts } from './texts.ts';

/** A page that broke or did not come: what happened and a way out. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (isChunkFailure(error)) return <MissingPart error={error} />;
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <ErrorBanner
      text={`${texts.screenFailed}: ${reason}`}
      action={
        <PlainButton
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          {texts.tryAgain}
        </PlainButton>
      }
    />
  );
}

/** Browsers ask only once for a part that failed, so that a reload is the way to it. Without a host it would end nowhere. */
function MissingPart({ error }: { error: Error }) {
  const { online } = useWatched(useServices().connection);
  const canReload = online || navigator.serviceWorker?.controller != null;
  return (
    <ErrorBanner
      text={`${wordsOf(error)}. ${canReload ? texts.partMissing : texts.partMissingOffline}`}
      action={canReload && <PlainButton onClick={() => location.reload()}>{texts.reload}</PlainButton>}
    />
  );
}
