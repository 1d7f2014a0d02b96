import { texts } from '../texts.ts';
import { LetGoBanner } from './let-go-banner.tsx';

interface Props {
  text: string;
  /** Whether nothing was changed since: what is changed at this visit must not be dropped with it. */
  isUntouched: boolean;
  isSaving: boolean;
  /** Back to the pack as it was last saved. */
  onDrop: () => void;
  /** It can be had back, so that nobody need be asked. */
  isUndoable?: boolean;
}

/** What was changed at an earlier visit and not saved is there again. */
export const RestoredBanner = ({ text, isUntouched, isSaving, onDrop, isUndoable = false }: Props) => (
  <LetGoBanner
    tone="neutral"
    text={text}
    action={texts.restored.drop}
    onLetGo={onDrop}
    question={texts.restored.confirm}
    isUndoable={isUndoable}
    isDisabled={isSaving}
    isHidden={!isUntouched}
  />
);
