import { ButtonLink } from '#navigation/links.tsx';
import { useItemTitle } from '#navigation/page-state.tsx';
import { PageHeading } from '#navigation/page-title.tsx';
import type { PackRecord } from '#storage/records.ts';
import { FullPage } from '#ui/full-page.tsx';

interface Props {
  pack: PackRecord;
  hint: string;
  /** Words of the way to the pack's view. */
  view: string;
}

/** In place of a screen that would change a pack of a newer app, whose contents it does not know. */
export function NewerAppPage({ pack, hint, view }: Props) {
  useItemTitle(pack.title);
  return (
    <FullPage title={<PageHeading>{pack.title}</PageHeading>} hint={hint}>
      <ButtonLink to="/packs/$id/view" params={{ id: pack.id }}>
        {view}
      </ButtonLink>
    </FullPage>
  );
}
