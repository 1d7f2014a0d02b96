import { useWaitingWith } from '#collections/use-waiting-with.ts';
import type { PackRecord } from '#storage/records.ts';
import ConfirmDialog from '#ui/confirm-dialog.tsx';
import { texts } from '../texts.ts';

interface Props {
  pack: PackRecord;
  onDelete: () => unknown;
  onCancel: () => void;
}

/** Asks before a pack goes (PLIST-11), and tells of the messages that wait with it: the host takes none without its pack. */
export default function DeleteDialog({ pack, onDelete, onCancel }: Props) {
  const count = useWaitingWith(pack.id);
  // Nobody is asked before it is known what would be lost.
  if (count === undefined) return null;
  return (
    <ConfirmDialog
      destructive
      title={texts.delete.title}
      question={texts.delete.question(pack.title ?? '')}
      confirm={texts.actions.delete}
      onConfirm={onDelete}
      onCancel={onCancel}
    >
      {count > 0 && <p>{texts.delete.waiting(count)}</p>}
    </ConfirmDialog>
  );
}
