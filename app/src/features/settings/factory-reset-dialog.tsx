import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import ConfirmDialog from '#ui/confirm-dialog.tsx';
import { texts } from './texts.ts';
import { UnsentWork } from './unsent-work.tsx';
import { useFactoryReset } from './use-factory-reset.tsx';

/** Asks before everything on this device goes, and says what has not been saved anywhere else (SET-12). */
export default function FactoryResetDialog({ onClose }: { onClose: () => void }) {
  const { reset, problem } = useFactoryReset();
  const [keepSignIn, setKeepSignIn] = useState(false);
  return (
    <ConfirmDialog
      title={texts.about.reset}
      question={texts.about.resetQuestion}
      confirm={texts.about.reset}
      cancel={texts.about.cancel}
      destructive
      onConfirm={() => reset({ keepSignIn })}
      onCancel={onClose}
    >
      <UnsentWork />
      <Checkbox
        label={texts.about.keepSignIn}
        checked={keepSignIn}
        onChange={(event) => setKeepSignIn(event.currentTarget.checked)}
        my="sm"
      />
      {problem}
    </ConfirmDialog>
  );
}
