import type { MessageForm } from '#services.ts';
import { useServices } from '#services.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { Portrait } from '#ui/portrait.tsx';
import { useLive } from '#ui/use-live.ts';
import { texts } from '../texts.ts';
import classes from './signature-preview.module.css';

interface Props {
  choice: MessageForm['signature'];
  mine: SignatureRecord | null;
  ofChannel: SignatureRecord | null;
}

/** The signature the prospect will see under the pack. */
export function SignaturePreview({ choice, mine, ofChannel }: Props) {
  const { signatures } = useServices();
  const signature = { none: null, default: ofChannel, mine }[choice];
  const picture = useLive(
    async () => (signature ? signatures.pictureUrl(signature) : null),
    [signature?.id, signature?.changed],
  );
  if (choice === 'none') return null;
  if (!signature) {
    return (
      <p className={classes.missing}>
        {choice === 'mine' ? texts.send.noOwnSignature : texts.send.noChannelSignature}
      </p>
    );
  }
  return (
    <div className={classes.card}>
      <Portrait name={signature.title ?? null} src={picture ?? null} size={52} />
      <div className={classes.words}>
        <strong>{signature.title}</strong>
        {[signature.job_title, signature.telephone || signature.telephone2, signature.email]
          .filter(Boolean)
          .slice(0, 2)
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
      </div>
    </div>
  );
}
