import { useEffect, useState } from 'react';
import { useServices } from '#services.ts';
import ConfirmDialog from '#ui/confirm-dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';

interface Props {
  onPutOff: () => void;
}

const texts = {
  title: 'New version',
  question: 'A new version is available. Do you want to reload?',
  yes: 'Reload',
  no: 'Later',
};

const isAsked = () => document.querySelector('[role="dialog"]') !== null;
const looksEveryMs = 500;

/** Comes once no other dialog is open: nobody who scans a code or answers a question is cut short. */
export default function NewVersionQuestion(props: Props) {
  const [isFree, setFree] = useState(() => !isAsked());
  useEffect(() => {
    if (isFree) return;
    const look = setInterval(() => setFree(!isAsked()), looksEveryMs);
    return () => clearInterval(look);
  }, [isFree]);
  return isFree ? <Question {...props} /> : null;
}

/** Stays when the new version does not start, and says so. */
function Question({ onPutOff }: Props) {
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
