import { texts } from '../texts.ts';
import { LetGoBanner } from './let-go-banner.tsx';

interface Props {
  /** Drops what was changed here and shows the pack as it is now. */
  onShow: () => void;
  /** It can be had back, so that nobody need be asked. */
  isUndoable?: boolean;
}

/** The pack was changed in another window, or on another device, while somebody changes it here. */
export const OvertakenBanner = ({ onShow, isUndoable = false }: Props) => (
  <LetGoBanner
    tone="warn"
    text={texts.overtaken.text}
    action={texts.overtaken.show}
    onLetGo={onShow}
    question={texts.overtaken.confirm}
    isUndoable={isUndoable}
  />
);
