import { mayCreatePacks } from '@satchel/core/pack/pack-permissions.ts';
import { Navigate, useParams } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { MissingPage } from '#navigation/missing-page.tsx';
import { newPackId } from '#navigation/new-pack-id.ts';
import { type MediaView, useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { PackBuilder } from './builder/pack-builder.tsx';
import { contentsProblem } from './builder/pack-draft.ts';
import { NewerAppPage } from './newer-app-page.tsx';
import { PackPageSkeleton } from './pack-page-skeleton.tsx';
import { texts } from './texts.ts';
import { usePack } from './use-pack.ts';
import { usePackDraft } from './use-pack-draft.ts';
import { usePackPermissions } from './use-pack-permissions.ts';
import { usePackVisit } from './use-pack-visit.tsx';

/** Builds a pack, or a new one (PBUILD-01 to PBUILD-22). */
export default function PackBuilderScreen() {
  const { id } = useParams({ from: '/packs/$id/build' });
  const { user } = useWatched(useServices().session);
  const { key, saved, onSavedAs } = usePackVisit(id);
  // Nobody goes on with what somebody else had open.
  return <OpenPack key={`${key} ${user?.uuid}`} id={id} saved={saved} onSavedAs={onSavedAs} />;
}

interface OpenPackProps {
  id: string;
  /** What a new pack was saved as; it is shown until it comes out of the database. */
  saved: PackRecord | null;
  onSavedAs: (saved: PackRecord) => void;
}

const noMedias: ReadonlyMap<string, MediaView> = new Map();

function OpenPack({ id, saved, onSavedAs }: OpenPackProps) {
  const { packs } = useServices();
  const isNew = id === newPackId;
  const [begun] = useState(() => (isNew ? packs.draft() : null));
  const found = usePack(isNew ? null : id);
  if (found.state === 'missing') return <MissingPage />;
  const pack = found.state === 'here' ? found.pack : isNew ? begun : saved;
  if (!pack) return <PackPageSkeleton />;
  const medias = found.state === 'here' ? found.medias : noMedias;
  return <Permitted pack={pack} isNew={isNew} medias={medias} onSavedAs={onSavedAs} />;
}

function Permitted(props: Omit<ComponentProps<typeof PackBuilder>, 'kept'>) {
  const { pack, isNew } = props;
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
  return <BuilderWithDraft {...props} />;
}

function BuilderWithDraft(props: Omit<ComponentProps<typeof PackBuilder>, 'kept'>) {
  const [place] = useState(props.isNew ? newPackId : props.pack.id);
  const kept = usePackDraft(place);
  return kept ? <PackBuilder {...props} kept={kept} /> : <PackPageSkeleton />;
}
