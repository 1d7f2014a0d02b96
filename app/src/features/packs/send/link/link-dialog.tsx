import { Button, Modal } from '@mantine/core';
import { useServices } from '#services.ts';
import { ShareButton } from '#ui/share-button.tsx';
import sheet from '#ui/sheet.module.css';
import { useGivenBackFocus } from '#ui/use-given-back-focus.ts';
import { useLive } from '#ui/use-live.ts';
import { texts } from '../../texts.ts';
import { CopyButton } from './copy-button.tsx';
import { LinkCode } from './link-code.tsx';
import classes from './link-dialog.module.css';
import { LinkTruth, useLinkState } from './link-truth.tsx';
import { OpenButton } from './open-button.tsx';

interface Props {
  /** Empty where the host makes it and has not told it yet. */
  link: string;
  name: string;
  /** Of the message: what the program takes that the link is shared with. */
  subject: string;
  messageId: string;
  savedRemotely: boolean;
  /** Opens a message that was refused. */
  onCorrect: (id: string) => void;
  onAnother: () => void;
  onFinish: () => void;
}

/** A link to show, to share and to copy, and whether it works yet (PSEND-13). */
export default function LinkDialog(props: Props) {
  const { name, subject, messageId, savedRemotely, onCorrect, onAnother, onFinish } = props;
  useGivenBackFocus();
  const link = useLink(messageId, props.link);
  const { id, state } = useLinkState(messageId, savedRemotely);
  return (
    <Modal.Root opened onClose={onFinish} closeOnClickOutside={false} size={824} centered>
      <Modal.Overlay />
      <Modal.Content
        classNames={{ inner: sheet.inner, content: `${classes.content} ${sheet.content}` }}
        radius="xl"
      >
        <Modal.Body className={classes.body}>
          <div className={classes.panel}>
            <div className={classes.frame}>
              {link === '' ? <div className={classes.code} /> : <LinkCode link={link} />}
            </div>
          </div>
          <div className={classes.words}>
            <Modal.Title component="h2" className={classes.title}>
              {texts.link.title(name)}
            </Modal.Title>
            {link === '' ? (
              state === 'waiting' && <p className={classes.hint}>{texts.link.toCome}</p>
            ) : (
              <>
                <p className={classes.hint}>{texts.link.hint}</p>
                <div className={classes.field}>
                  <output className={classes.address} aria-label={texts.link.address}>
                    {link}
                  </output>
                  {state === 'works' && <OpenButton link={link} />}
                  <ShareButton
                    className={classes.copy ?? ''}
                    label={texts.link.share}
                    title={subject}
                    url={link}
                  />
                  <CopyButton text={link} />
                </div>
              </>
            )}
            <LinkTruth state={state} isMade={link !== ''} />
            <div className={classes.actions}>
              {state === 'refused' && (
                <Button variant="light" onClick={() => onCorrect(id)}>
                  {texts.send.correct}
                </Button>
              )}
              <Button variant="default" onClick={onAnother}>
                {texts.link.another}
              </Button>
              <Button onClick={onFinish} data-autofocus>
                {texts.link.finish}
              </Button>
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The address that was known at first, or as it comes; empty until it does. */
function useLink(messageId: string, known: string): string {
  const { messages } = useServices();
  const told = useLive(
    async () => (known === '' ? messages.link(await messages.idNow(messageId)) : null),
    [messages, messageId, known],
  );
  return known || told || '';
}
