import { ButtonLink } from '#navigation/links.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import type { LoadOutcome } from '#services.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { texts } from './texts.ts';

interface Props {
  outcome: LoadOutcome;
  /** Of one that is known by its name. */
  title?: string | null | undefined;
  /** The list to go back to. */
  to: '/content' | '/apps';
}

/** Why there is nothing to show, and the way back to the list (BUN-03); a missing bundle is 'Not found' (BUN-04). */
export const BundleFailure = ({ outcome, title, to }: Props) => (
  <>
    <PageTitle>{title ?? texts.notFound}</PageTitle>
    <ErrorBanner
      text={texts.failed(outcome.ok ? texts.notFound : outcome.failure)}
      action={
        <ButtonLink to={to} variant="default">
          {texts.back}
        </ButtonLink>
      }
    />
  </>
);
