import { useServices } from '#services.ts';
import ConfirmDialog from '#ui/confirm-dialog.tsx';
import { texts } from './texts.ts';
import { UnsentWork } from './unsent-work.tsx';
import { useFactoryReset } from './use-factory-reset.tsx';

/** What an address with the query 'reset' asks; it takes the sign-in too (SET-13 to SET-15). */
export default function ResetQuestion() {
  const { device } = useServices();
  const { reset, problem } = useFactoryReset();
  return (
    <ConfirmDialog
      title={texts.about.reset}
      question={texts.about.resetQuestion}
      confirm={texts.about.yes}
      cancel={texts.about.no}
      destructive
      onConfirm={() => reset({ keepSignIn: false })}
      onCancel={() => void device.restart()}
    >
      <UnsentWork />
      {problem}
    </ConfirmDialog>
  );
}
