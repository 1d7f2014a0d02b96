import { mayCreatePacks } from '@satchel/core/pack/pack-permissions.ts';
import { Navigate, useParams } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { MissingPage } from '#navigation/missing-page.tsx';
import { newPackId } from '#navigation/new-pack-id.ts';
import { type MediaView, useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { contentsProblem } from './builder/pack-draft.ts';
import { PackEditor } from './editor/pack-editor.tsx';
import type { EditorWay } from './editor/steps.ts';
import { texts } from './editor/texts.ts';
import { NewerAppPage } from './newer-app-page.tsx';
import { PackPageSkeleton } from './pack-page-skeleton.tsx';
import { usePack } from './use-pack.ts';
import { usePackDraft } from './use-pack-draft.ts';
import { usePackPermissions } from './use-pack-permissions.ts';

/** packs/new: a pack is made in the editor where there is no builder. */
export const NewPackScreen = () => <NewPack key={usePerson()} way="edit_save" />;

/** packs/{id}/edit (NAV-26). */
export const EditScreen = () => <Screen way="edit_save" />;

/** packs/{id}/editsend (NAV-27). */
export const EditAndSendScreen = () => <Screen way="edit_send" />;

/** packs/{id}/wizard (NAV-30, NAV-31). */
export const WizardScreen = () => <Screen way="wizard" />;

function Screen({ way }: { way: EditorWay }) {
  const { id = newPackId } = useParams({ strict: false });
  const person = usePerson();
  if (id === newPackId) return <NewPack key={person} way={way} />;
  return <StoredPack key={`${id} ${person}`} id={id} way={way} />;
}

/** Nobody goes on with what somebody else had open. */
const usePerson = () => useWatched(useServices().session).user?.uuid ?? '';

const noMedias: ReadonlyMap<string, MediaView> = new Map();

function NewPack({ way }: { way: EditorWay }) {
  const { packs, session, configuration } = useServices();
  const { user } = useWatched(session);
  const [pack] = useState(() => packs.draft());
  if (!mayCreatePacks({ flags: configuration.flags, userId: user?.uuid ?? null })) {
    return <Navigate to="/access-denied" replace />;
  }
  return <EditorWithDraft pack={pack} isNew medias={noMedias} way={way} />;
}

function StoredPack({ id, way }: { id: string; way: EditorWay }) {
  const found = usePack(id);
  if (found.state === 'missing') return <MissingPage />;
  if (found.state === 'loading') return <PackPageSkeleton />;
  return <Permitted pack={found.pack} medias={found.medias} way={way} />;
}

interface Props {
  pack: PackRecord;
  medias: ReadonlyMap<string, MediaView>;
  way: EditorWay;
}

/** The edit right is asked for here as in the builder (PBUILD-02). */
function Permitted({ pack, medias, way }: Props) {
  const may = usePackPermissions(pack);
  if (!may.view) return <MissingPage />;
  if (!may.edit || (way !== 'edit_save' && !may.send)) return <Navigate to="/access-denied" replace />;
  if (contentsProblem(pack) === 'newer-app') {
    return <NewerAppPage pack={pack} hint={texts.newerApp} view={texts.view} />;
  }
  return <EditorWithDraft pack={pack} isNew={false} medias={medias} way={way} />;
}

function EditorWithDraft(props: Omit<ComponentProps<typeof PackEditor>, 'kept'>) {
  const kept = usePackDraft(props.isNew ? newPackId : props.pack.id);
  return kept ? <PackEditor {...props} kept={kept} /> : <PackPageSkeleton />;
}
