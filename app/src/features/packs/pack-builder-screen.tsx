import { mayCreatePacks } from '@satchel/core/pack/pack-permissions.ts';
import { Navigate, useParams } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { MissingPage } from '#navigation/missing-page.tsx';
import { type MediaView, useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { PackBuilder } from './builder/pack-builder.tsx';
import { contentsProblem } from './builder/pack-draft.ts';
import { newPackId } from './new-pack-id.ts';
import { NewerAppPage } from './newer-app-page.tsx';
import { PackPageSkeleton } from './pack-page-skeleton.tsx';
import { texts } from './texts.ts';
import { usePack } from './use-pack.ts';
import { usePackDraft } from './use-pack-draft.ts';
import { usePackPermissions } from './use-pack-permissions.ts';

/** Builds a pack, or a new one (PBUILD-01 to PBUILD-22). */
export default function PackBuilderScreen() {
  const { id } = useParams({ from: '/packs/$id/build' });
  const { user } = useWatched(useServices().session);
  // Nobody goes on with what somebody else had open.
  const person = user?.uuid ?? '';
  return id === newPackId ? <NewPack key={person} /> : <StoredPack key={`${id} ${person}`} id={id} />;
}

function NewPack() {
  const { packs, session, configuration } = useServices();
  const { user } = useWatched(session);
  const [pack] = useState(() => packs.draft());
  if (!mayCreatePacks({ flags: configuration.flags, userId: user?.uuid ?? null })) {
    return <Navigate to="/access-denied" replace />;
  }
  return <BuilderWithDraft pack={pack} isNew medias={noMedias} />;
}

const noMedias: ReadonlyMap<string, MediaView> = new Map();

function StoredPack({ id }: { id: string }) {
  const found = usePack(id);
  if (found.state === 'missing') return <MissingPage />;
  if (found.state === 'loading') return <PackPageSkeleton />;
  return <Permitted pack={found.pack} medias={found.medias} />;
}

function Permitted({ pack, medias }: { pack: PackRecord; medias: ReadonlyMap<string, MediaView> }) {
  const may = usePackPermissions(pack);
  if (!may.view) return <MissingPage />;
  if (!may.build) return <Navigate to="/access-denied" replace />;
  if (contentsProblem(pack) === 'newer-app') {
    return <NewerAppPage pack={pack} hint={texts.builder.newerApp} view={texts.builder.back} />;
  }
  return <BuilderWithDraft pack={pack} isNew={false} medias={medias} />;
}

function BuilderWithDraft(props: Omit<ComponentProps<typeof PackBuilder>, 'kept'>) {
  const kept = usePackDraft(props.isNew ? newPackId : props.pack.id);
  return kept ? <PackBuilder {...props} kept={kept} /> : <PackPageSkeleton />;
}
