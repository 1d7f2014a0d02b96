import { useWaitingWith } from '#collections/use-waiting-with.ts';
import type { WaitingItem } from '#services.ts';
import ConfirmDialog from '#ui/confirm-dialog.tsx';
import { texts } from './texts.ts';

interface Props {
  item: WaitingItem;
  onDiscard: () => unknown;
  onCancel: () => void;
}

const questionFor = ({ isChange, mayBeThere }: WaitingItem) => {
  if (isChange) return texts.waiting.discardChangeQuestion;
  return mayBeThere ? texts.waiting.discardUnheardQuestion : texts.waiting.discardQuestion;
};

/** Asks before something that waits, or a change of what the host has, is given up, and tells of the messages that could not go out without it. */
export default function DiscardDialog({ item, onDiscard, onCancel }: Props) {
  const count = useWaitingWith(item.type === 'salestool--pack' && !item.isChange ? item.id : null);
  if (count === undefined) return null;
  return (
    <ConfirmDialog
      title={texts.waiting.discard}
      question={questionFor(item)(item.title)}
      confirm={texts.waiting.discard}
      destructive
      onConfirm={onDiscard}
      onCancel={onCancel}
    >
      {count > 0 && <p>{texts.waiting.discardWith(count)}</p>}
    </ConfirmDialog>
  );
}
