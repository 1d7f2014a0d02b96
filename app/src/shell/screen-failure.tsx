import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PlainButton } from '#ui/plain-button.tsx';
import { texts } from './texts.ts';

/** A page that broke: what happened and another try. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
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
