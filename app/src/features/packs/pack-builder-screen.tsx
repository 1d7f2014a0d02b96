import { mayCreatePacks } from '@satchel/core/pack/pack-permissions.ts';
import { Navigate, useParams } from '@tanstack/react-router';
import { MissingPage } from '#navigation/missing-page.tsx';
import { useServices, useWatched } from '#services.ts';
import { usePackPermissions } from './acts/use-pack-permissions.ts';
import { PackBuilder } from './builder/pack-builder.tsx';
import { contentsProblem } from './builder/state/pack-draft.ts';
import { usePackDraft } from './drafts/use-pack-draft.ts';
import { NewerAppPage } from './opening/newer-app-page.tsx';
import { PackPageSkeleton } from './opening/pack-page-skeleton.tsx';
import { type PackInHand, PackVisit } from './opening/pack-visit.tsx';
import { texts } from './texts.ts';

/** Builds a pack, or a new one (PBUILD-01 to PBUILD-22). */
export default function PackBuilderScreen() {
  const { id } = useParams({ from: '/packs/$id/build' });
  return (
    <PackVisit id={id} hasMedias bringsBack>
      {(inHand) => <Permitted {...inHand} />}
    </PackVisit>
  );
}

function Permitted(inHand: PackInHand) {
  const { pack, isNew } = inHand;
  const { configuration, session } = useServices();
  const userId = useWatched(session).user?.uuid ?? null;
  const may = usePackPermissions(pack);
  if (!isNew && !may.view) return <MissingPage />;
  if (isNew ? !mayCreatePacks({ flags: configuration.flags, userId }) : !may.build) {
    return <Navigate to="/access-denied" replace />;
  }
  if (contentsProblem(pack) === 'newer-app') {
    return <NewerAppPage pack={pack} hint={texts.builder.newerApp} view={texts.builder.back} />;
  }
  return <BuilderWithDraft {...inHand} />;
}

function BuilderWithDraft(inHand: PackInHand) {
  const kept = usePackDraft(inHand);
  return kept ? <PackBuilder {...inHand} kept={kept} /> : <PackPageSkeleton />;
}
