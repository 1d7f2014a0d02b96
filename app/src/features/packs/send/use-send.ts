import { eventTypes } from '@satchel/core/contract/events.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { useServices } from '#services.ts';
import type { MessageRecord, PackRecord } from '#storage/records.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { texts } from '../texts.ts';
import { recipientName, recordable } from './message-form.ts';
import { messagesOf, type Recipient, recipientsOf, type SendValues } from './recipients/recipients.ts';
import { sendOutcome } from './send-outcome.ts';

export type How = 'send' | 'link';

/** One of several messages that were recorded together. */
export interface RecordedMessage {
  id: string;
  name: string;
  email: string;
  link: string;
}

/** PSEND-10: validated, in process, complete as sent or as linked. */
export type SendState =
  | { step: 'form' }
  /** In process, but not for so long that anybody asks. */
  | { step: 'recording' }
  | { step: 'processing'; how: How }
  | { step: 'sent'; title: string; messageId: string; name: string; email: string }
  /** The link is empty as long as the host, where that makes it, has not told. */
  | { step: 'linked'; link: string; messageId: string; savedRemotely: boolean; name: string }
  | { step: 'several'; how: How; recorded: readonly RecordedMessage[] };

const logged = {
  send: { eventTypeId: eventTypes.MESSAGE_SENT, words: texts.send.eventSent },
  link: { eventTypeId: eventTypes.MESSAGE_LINK, words: texts.send.eventLink },
};

/** What takes less is done before anybody asks whether it is. */
export const shownAfterMs = 150;

interface Given {
  pack: PackRecord;
  /** Id of a refused or waiting message that this one stands in for. */
  corrects: string | undefined;
  /** Called as soon as everything lies durable on the device. */
  onRecorded: (recipients: readonly Recipient[]) => void;
}

/** Records messages once, however often a button is pressed, until the form is open for the next ones. */
export function useSend({ pack, corrects, onRecorded }: Given) {
  const { messages, notices, connection, events, waiting } = useServices();
  const [state, setState] = useState<SendState>({ step: 'form' });
  const isBusy = useRef(false);
  /** From the press until it lies on the device or has failed; nothing is drawn of its first moments. */
  const isUnderWay = useRef(false);
  const slow = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What the form is at; null once it is open for the next ones, or has gone. */
  const latest = useRef<symbol | null>(null);
  // Known as it goes, not some moments later: what is told in between would be told to nobody.
  useLayoutEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  const title = pack.title ?? '';

  const settle = (next: SendState) => {
    clearTimeout(slow.current);
    isUnderWay.current = false;
    setState(next);
  };

  const log = async (how: How, recorded: readonly Pick<MessageRecord, 'id' | 'channel' | 'ownerId'>[]) => {
    const { eventTypeId, words } = logged[how];
    try {
      for (const { id, channel, ownerId } of recorded) {
        const channelId = pack.channel?.id ?? channel?.id ?? null;
        await events.log({
          eventTypeId,
          description: words(title),
          channelId,
          packId: pack.id,
          messageId: id,
          // While the host was asked, somebody else may have signed in.
          ownerId: ownerId ?? null,
        });
      }
    } catch (error) {
      // The messages are on their way: nobody may be asked to send them again.
      notices.show({ tone: 'problem', text: reasonOf(error) });
    }
  };

  /** Whether a confirmation with what became of it is shown: not of links, nor once its form has gone or is open for the next. */
  const isConfirmed = (how: How, press: symbol | null) => how === 'send' && latest.current === press;

  /** Whether the list of several messages says why one of them is still here. */
  const haveReasons = async (recorded: readonly { message: Pick<MessageRecord, 'id'> }[]) => {
    try {
      const ids = await Promise.all(recorded.map(({ message }) => messages.idNow(message.id)));
      return (await waiting.items({ ids })).some(({ reason }) => reason !== null);
    } catch {
      return false;
    }
  };

  async function recordOne(form: SendValues, how: How, without: readonly string[]) {
    const press = latest.current;
    const [recipient] = recipientsOf(form);
    const [message] = messagesOf(form, recipientsOf(form));
    if (!recipient || !message) return;
    const {
      message: made,
      link,
      ...result
    } = await messages.record(pack, message.form, how, {
      ...(corrects === undefined ? { id: recipient.id } : { corrects }),
      without,
      onRecorded: () => onRecorded([recipient]),
    });
    const outcome = sendOutcome(result, connection.current().online);
    // A confirmation that says the same tells it once.
    if (!isConfirmed(how, press) || outcome.title !== outcome.notice.text) notices.show(outcome.notice);
    const { savedRemotely } = result;
    const name = recipientName(recipient);
    settle(
      how === 'link'
        ? { step: 'linked', link, messageId: made.id, savedRemotely, name }
        : { step: 'sent', title: outcome.title, messageId: made.id, name, email: recipient.email },
    );
    await log(how, [made]);
  }

  async function recordSeveral(form: SendValues, how: How, without: readonly string[]) {
    const press = latest.current;
    const recipients = recipientsOf(form);
    const { recorded, pushed } = await messages.recordAll(pack, messagesOf(form, recipients), how, {
      without,
    });
    onRecorded(recipients);
    settle({
      step: 'several',
      how,
      recorded: recipients.map((recipient, index) => ({
        id: recorded[index]?.message.id ?? recipient.id,
        name: recipientName(recipient),
        email: recipient.email,
        link: recorded[index]?.link ?? '',
      })),
    });
    await log(
      how,
      recorded.map(({ message }) => message),
    );
    const { notice } = sendOutcome(await pushed, connection.current().online);
    const isListed = notice.tone === 'problem' && (await haveReasons(recorded));
    // Looked at last: the list may have been closed until then.
    if (!isListed || !isConfirmed(how, press)) notices.show(notice);
  }

  const record = async (typed: SendValues, how: How, without: readonly string[], isSeen: boolean) => {
    if (isBusy.current) return;
    isBusy.current = true;
    isUnderWay.current = true;
    latest.current = Symbol();
    // To draw something now would hold up the writing. What is corrected changes by that, and the form must know its own doing.
    if (corrects !== undefined) setState({ step: 'recording' });
    const show = () => setState({ step: 'processing', how });
    if (isSeen) show();
    else slow.current = setTimeout(show, shownAfterMs);
    const form = recordable(typed, title);
    try {
      await (form.others.length === 0 ? recordOne(form, how, without) : recordSeveral(form, how, without));
    } catch (error) {
      notices.show({ tone: 'problem', text: texts.send.failed(reasonOf(error)) });
      reset();
    }
  };
  const reset = () => {
    isBusy.current = false;
    latest.current = null;
    settle({ step: 'form' });
  };
  return {
    ...{ state, record, reset },
    isUnderWay: () => isUnderWay.current,
    /** What was pressed stays as it is until the form is open for the next ones, or again. */
    isBusy: () => isBusy.current,
  };
}
