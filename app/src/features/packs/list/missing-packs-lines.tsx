import { ButtonLink } from '#navigation/links.tsx';
import { whereToEdit } from '#navigation/where-to-edit.ts';
import { useServices, useWatched } from '#services.ts';
import { Banner } from '#ui/banner.tsx';
import { useLive } from '#ui/use-live.ts';
import { texts } from '../texts.ts';

/** The way to unsaved work on packs that are in no list any more. */
export function MissingPacksLines() {
  const { drafts, session, configuration } = useServices();
  const { user } = useWatched(session);
  const left = useLive(() => drafts.ofMissingPacks(), [drafts, user?.uuid]);
  // Where nothing may be changed nothing can be gone on with.
  if (configuration.flags.packNoEdit) return null;
  const to = whereToEdit(configuration.flags);
  return left?.map(({ id, title }) => (
    <Banner
      key={id}
      tone="neutral"
      text={texts.list.unsaved(title || texts.notHere.untitled)}
      action={
        <ButtonLink to={to} params={{ id }} variant="subtle" my={-12} ms={-18}>
          {texts.list.showUnsaved}
        </ButtonLink>
      }
    />
  ));
}
