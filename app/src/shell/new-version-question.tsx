import { useState } from 'react';
import { useServices } from '#services.ts';
import ConfirmDialog from '#ui/confirm-dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';

const texts = {
  title: 'New version',
  question: 'A new version is available. Do you want to reload?',
  yes: 'Reload',
  no: 'Later',
};

/** Stays when the new version does not start, and says so. */
export default function NewVersionQuestion({ onPutOff }: { onPutOff: () => void }) {
  const { device } = useServices();
  const [problem, setProblem] = useState<string | null>(null);
  const update = async () => {
    setProblem(null);
    await device.update().catch((error: Error) => setProblem(error.message));
  };
  return (
    <ConfirmDialog
      title={texts.title}
      question={texts.question}
      confirm={texts.yes}
      cancel={texts.no}
      onConfirm={update}
      onCancel={onPutOff}
    >
      {problem && <ErrorBanner text={problem} />}
    </ConfirmDialog>
  );
}
