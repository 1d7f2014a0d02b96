import { useStoppedWith } from '#collections/use-stopped-with.ts';
import type { PackRecord } from '#storage/records.ts';
import ConfirmDialog from '#ui/confirm-dialog.tsx';
import { texts } from '../texts.ts';

interface Props {
  pack: PackRecord;
  onArchive: () => unknown;
  onCancel: () => void;
}

/** Asks before a pack goes from here (PLIST-13), and tells of the messages that are corrected with it alone. */
export default function ArchiveDialog({ pack, onArchive, onCancel }: Props) {
  const count = useStoppedWith(pack.id);
  // Nobody is asked before it is known what could not be mended any more.
  if (count === undefined) return null;
  return (
    <ConfirmDialog
      title={texts.archive.title}
      question={texts.archive.question}
      confirm={texts.actions.archive}
      onConfirm={onArchive}
      onCancel={onCancel}
    >
      {/* The question does not say which. */}
      <strong>{pack.title}</strong>
      {count > 0 && <p>{texts.archive.stopped(count)}</p>}
    </ConfirmDialog>
  );
}
