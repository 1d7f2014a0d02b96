import { ButtonLink } from '#navigation/links.tsx';
import { useItemTitle } from '#navigation/page-state.tsx';
import { PageHeading } from '#navigation/page-title.tsx';
import { FullPage } from '#ui/full-page.tsx';
import { texts } from './texts.ts';

/** The page of every path that leads nowhere (NAV-11, ERR-01). */
export default function NotFoundScreen() {
  useItemTitle(texts.notFoundShort);
  return (
    <FullPage title={<PageHeading>{texts.notFound}</PageHeading>}>
      <ButtonLink to="/">{texts.goBack}</ButtonLink>
    </FullPage>
  );
}
