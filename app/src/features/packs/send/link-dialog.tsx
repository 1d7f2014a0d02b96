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
  link: string;
  name: string;
  /** Of the message: what the program takes that the link is shared with. */
  subject: string;
  messageId: string;
  savedRemotely: boolean;
  onAnother: () => void;
  onFinish: () => void;
}

/** A link to show, to share and to copy, and whether it works yet (PSEND-13). */
export default function LinkDialog(props: Props) {
  const { link, name, subject, messageId, savedRemotely, onAnother, onFinish } = props;
  useGivenBackFocus();
  const { size, path } = qrPath(link);
  const state = useLinkState(messageId, savedRemotely);
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
            </div>
          </div>
          <div className={classes.words}>
            <Modal.Title component="h2" className={classes.title}>
              {texts.link.title(name)}
            </Modal.Title>
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
            <Truth state={state} />
            <div className={classes.actions}>
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

/** Follows the message while the dialog is open: the link works as soon as the host has it. */
function useLinkState(messageId: string, savedRemotely: boolean): keyof typeof truths {
  const { messages } = useServices();
  const state = useLive<keyof typeof truths>(async () => {
    const id = await messages.idNow(messageId);
    const message = await messages.get(id);
    // Somebody gave it up in another window.
    if (!message) return 'cancelled';
    if (message.link_revoked && !message._meta?.push) return 'revoked';
    if (savedRemotely || !message._meta?.push) return 'works';
    return (await messages.refused(id)) ? 'refused' : 'waiting';
  }, [messageId, savedRemotely]);
  return state ?? (savedRemotely ? 'works' : 'waiting');
}

function Truth({ state }: { state: keyof typeof truths }) {
  const { Icon, text } = truths[state];
  return (
    <p className={classes.truth} data-state={state} role="status">
      <Icon size={20} stroke={1.75} aria-hidden />
      {text}
    </p>
  );
}
