import { mayCreatePacks } from '@satchel/core/pack/pack-permissions.ts';
import { Navigate, useParams } from '@tanstack/react-router';
import { MissingPage } from '#navigation/missing-page.tsx';
import { newPackId } from '#navigation/new-pack-id.ts';
import { useServices, useWatched } from '#services.ts';
import { usePackPermissions } from './acts/use-pack-permissions.ts';
import { contentsProblem } from './builder/state/pack-draft.ts';
import { usePackDraft } from './drafts/use-pack-draft.ts';
import { PackEditor } from './editor/pack-editor.tsx';
import type { EditorWay } from './editor/steps.ts';
import { texts } from './editor/texts.ts';
import { NewerAppPage } from './opening/newer-app-page.tsx';
import { PackPageSkeleton } from './opening/pack-page-skeleton.tsx';
import { type PackInHand, PackVisit } from './opening/pack-visit.tsx';

/** packs/{id}/edit (NAV-26). */
export const EditScreen = () => <Screen way="edit_save" />;

/** packs/{id}/editsend (NAV-27). */
export const EditAndSendScreen = () => <Screen way="edit_send" />;

/** packs/{id}/wizard (NAV-30, NAV-31). */
export const WizardScreen = () => <Screen way="wizard" />;

function Screen({ way }: { way: EditorWay }) {
  const { id = newPackId } = useParams({ strict: false });
  return (
    <PackVisit id={id} hasMedias={false} bringsBack>
      {(inHand) => <Permitted {...inHand} way={way} />}
    </PackVisit>
  );
}

interface Props extends PackInHand {
  way: EditorWay;
}

/** The edit right is asked for here as in the builder (PBUILD-02). */
function Permitted(props: Props) {
  const { pack, isNew, way } = props;
  const { configuration, session } = useServices();
  const userId = useWatched(session).user?.uuid ?? null;
  const may = usePackPermissions(pack);
  if (!isNew && !may.view) return <MissingPage />;
  const { flags } = configuration;
  // A way that ends with a form for a prospect is not begun where nothing may be sent.
  const mayBeHere = isNew
    ? mayCreatePacks({ flags, userId }) && (way === 'edit_save' || !flags.packNoSend)
    : may.edit && (way === 'edit_save' || may.send);
  if (!mayBeHere) return <Navigate to="/access-denied" replace />;
  if (contentsProblem(pack) === 'newer-app') {
    return <NewerAppPage pack={pack} hint={texts.newerApp} view={texts.view} />;
  }
  return <EditorWithDraft {...props} />;
}

function EditorWithDraft(props: Props) {
  const kept = usePackDraft(props);
  return kept ? <PackEditor {...props} kept={kept} /> : <PackPageSkeleton />;
}
