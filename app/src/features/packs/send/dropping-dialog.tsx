import { lazy } from 'react';
import { texts } from '../texts.ts';
import type { Dropping } from './recipients/use-dropping.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

const words: Record<Dropping, { title: string; confirm: string }> = {
  leave: { title: texts.send.cancel, confirm: texts.send.drop.confirm },
  clear: { title: texts.send.clear, confirm: texts.send.clear },
  show: { title: texts.overtaken.confirm.title, confirm: texts.send.showEdited },
};

interface Props {
  dropping: Dropping;
  isCorrection: boolean;
  /** How many are named. */
  recipients: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before what was typed is dropped, and says what is lost. */
export function DroppingDialog({ dropping, isCorrection, recipients, onConfirm, onCancel }: Props) {
  const { drop } = texts.send;
  const lost = isCorrection ? drop.changesLost : drop.lost(recipients);
  return (
    <ConfirmDialog
      {...words[dropping]}
      question={dropping === 'show' ? drop.editedInstead : lost}
      cancel={drop.keep}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
