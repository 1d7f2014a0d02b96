import { Button, Modal } from '@mantine/core';
import { IconAlertCircle, IconCloud, IconCloudUpload } from '@tabler/icons-react';
import { useServices } from '#services.ts';
import { ShareButton } from '#ui/share-button.tsx';
import sheet from '#ui/sheet.module.css';
import { useGivenBackFocus } from '#ui/use-given-back-focus.ts';
import { useLive } from '#ui/use-live.ts';
import { texts } from '../texts.ts';
import { CopyButton } from './copy-button.tsx';
import classes from './link-dialog.module.css';
import { OpenButton } from './open-button.tsx';
import { qrPath } from './qr-path.ts';

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
              {link === '' ? <div className={classes.code} /> : <Code link={link} />}
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
            <Truth state={state} isMade={link !== ''} />
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

const truths = {
  works: { Icon: IconCloud, text: texts.link.works },
  waiting: { Icon: IconCloudUpload, text: texts.link.waiting },
  refused: { Icon: IconAlertCircle, text: texts.link.refused },
  cancelled: { Icon: IconAlertCircle, text: texts.link.cancelled },
  revoked: { Icon: IconAlertCircle, text: texts.link.revoked },
};

/** The code to scan. */
function Code({ link }: { link: string }) {
  const { size, path } = qrPath(link);
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={texts.link.code(link)}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
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

interface LinkState {
  /** Of the message by now. */
  id: string;
  state: keyof typeof truths;
}

/** Follows the message while the dialog is open: the link works as soon as the host has it. */
function useLinkState(messageId: string, savedRemotely: boolean): LinkState {
  const { messages } = useServices();
  const known = useLive<LinkState>(async () => {
    const id = await messages.idNow(messageId);
    const message = await messages.get(id);
    // Somebody gave it up in another window.
    if (!message) return { id, state: 'cancelled' };
    if (message.link_revoked && !message._meta?.push) return { id, state: 'revoked' };
    if (savedRemotely || !message._meta?.push) return { id, state: 'works' };
    return { id, state: (await messages.refused(id)) ? 'refused' : 'waiting' };
  }, [messageId, savedRemotely]);
  return known ?? { id: messageId, state: savedRemotely ? 'works' : 'waiting' };
}

/** The same of a link whose address is not known. */
const truthsToCome: Partial<Record<keyof typeof truths, string>> = {
  works: texts.link.notTold,
  waiting: texts.link.waitingToBeMade,
};

function Truth({ state, isMade }: { state: keyof typeof truths; isMade: boolean }) {
  const { Icon, text } = truths[state];
  return (
    <p className={classes.truth} data-state={state} role="status">
      <Icon size={20} stroke={1.75} aria-hidden />
      {isMade ? text : (truthsToCome[state] ?? text)}
    </p>
  );
}
