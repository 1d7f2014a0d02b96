import { eventTypes } from '@satchel/core/contract/events.ts';
import { useRef, useState } from 'react';
import { type MessageForm, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { reasonOf } from '../pack-outcomes.ts';
import { texts } from '../texts.ts';
import { recordable } from './message-form.ts';
import { sendOutcome } from './send-outcome.ts';

export type How = 'send' | 'link';

/** PSEND-10: validated, in process, complete as sent or as linked. */
export type SendState =
  | { step: 'form' }
  | { step: 'processing'; how: How }
  | { step: 'sent'; title: string; form: MessageForm }
  | { step: 'linked'; link: string; messageId: string; savedRemotely: boolean; form: MessageForm };

const logged = {
  send: { eventTypeId: eventTypes.MESSAGE_SENT, words: texts.send.eventSent },
  link: { eventTypeId: eventTypes.MESSAGE_LINK, words: texts.send.eventLink },
};

/**
 * Records a message once, however often a button is pressed, until the form is open for the next one.
 * @param corrects id of a refused message that this one stands in for
 */
export function useSend(pack: PackRecord, onRecorded: () => void, corrects?: string) {
  const { messages, notices, connection, events } = useServices();
  const [state, setState] = useState<SendState>({ step: 'form' });
  const isBusy = useRef(false);
  const title = pack.title ?? '';

  const record = async (typed: MessageForm, how: How) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setState({ step: 'processing', how });
    const form = recordable(typed, title);
    try {
      const { message, link, ...result } = await messages.record(
        pack,
        form,
        how,
        corrects === undefined ? {} : { corrects },
      );
      onRecorded();
      const outcome = sendOutcome(result, connection.current().online);
      notices.show(outcome.notice);
      setState(
        how === 'link'
          ? { step: 'linked', link, messageId: message.id, savedRemotely: result.savedRemotely, form }
          : { step: 'sent', title: outcome.title, form },
      );
      const { eventTypeId, words } = logged[how];
      const channelId = pack.channel?.id ?? null;
      await events.log({
        eventTypeId,
        description: words(title),
        channelId,
        packId: pack.id,
        messageId: message.id,
      });
    } catch (error) {
      notices.show({ tone: 'problem', text: texts.send.failed(reasonOf(error)) });
      reset();
    }
  };
  const reset = () => {
    isBusy.current = false;
    setState({ step: 'form' });
  };
  return { state, record, reset };
}
