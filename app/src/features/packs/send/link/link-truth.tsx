import { IconAlertCircle, IconCloud, IconCloudUpload } from '@tabler/icons-react';
import { useServices } from '#services.ts';
import { useLive } from '#ui/use-live.ts';
import { texts } from '../../texts.ts';
import classes from './link-dialog.module.css';

const truths = {
  works: { Icon: IconCloud, text: texts.link.works },
  waiting: { Icon: IconCloudUpload, text: texts.link.waiting },
  refused: { Icon: IconAlertCircle, text: texts.link.refused },
  cancelled: { Icon: IconAlertCircle, text: texts.link.cancelled },
  revoked: { Icon: IconAlertCircle, text: texts.link.revoked },
};

interface LinkState {
  /** Of the message by now. */
  id: string;
  state: keyof typeof truths;
}

/** Follows the message while the dialog is open: the link works as soon as the host has it. */
export function useLinkState(messageId: string, savedRemotely: boolean): LinkState {
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

/** Whether a link works by now, in words. */
export function LinkTruth({ state, isMade }: { state: keyof typeof truths; isMade: boolean }) {
  const { Icon, text } = truths[state];
  return (
    <p className={classes.truth} data-state={state} role="status">
      <Icon size={20} stroke={1.75} aria-hidden />
      {isMade ? text : (truthsToCome[state] ?? text)}
    </p>
  );
}
