import { useWaitingWith } from '#collections/use-waiting-with.ts';
import type { WaitingItem } from '#services.ts';
import ConfirmDialog from '#ui/confirm-dialog.tsx';
import { texts } from './texts.ts';

interface Props {
  item: WaitingItem;
  onDiscard: () => unknown;
  onCancel: () => void;
}

/** Asks before something that waits, or a change of what the host has, is given up, and tells of the messages that could not go out without it. */
export default function DiscardDialog({ item, onDiscard, onCancel }: Props) {
  const count = useWaitingWith(item.type === 'salestool--pack' && !item.isChange ? item.id : null);
  if (count === undefined) return null;
  const ask = item.isChange ? texts.waiting.discardChangeQuestion : texts.waiting.discardQuestion;
  return (
    <ConfirmDialog
      title={texts.waiting.discard}
      question={ask(item.title)}
      confirm={texts.waiting.discard}
      destructive
      onConfirm={onDiscard}
      onCancel={onCancel}
    >
      {count > 0 && <p>{texts.waiting.discardWith(count)}</p>}
    </ConfirmDialog>
  );
}
