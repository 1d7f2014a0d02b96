import { Button } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { useServices, type WaitingItem } from '#services.ts';
import { inRowsBeside, passHandOn } from '#ui/pass-hand-on.ts';
import { texts } from './texts.ts';
import rowClasses from './waiting-row.module.css';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

/** A message that nothing is wrong with and that has not left: it can still be written anew, or taken back. */
export const isStillHere = ({ type, state, mayHaveLeft, isChange }: WaitingItem) =>
  type === 'salestool--message' && state === 'waiting' && !mayHaveLeft && !isChange;

export function WaitingMessageActs({ item }: { item: WaitingItem }) {
  const { messages, notices, configuration } = useServices();
  const [isCancelling, setCancelling] = useState(false);
  const acts = useRef<HTMLDivElement>(null);
  const cancel = async () => {
    // The row goes with its message: who acts by keyboard goes on at the one beside it.
    const row = acts.current?.closest('[data-waiting]');
    const beside = inRowsBeside(row, 'waiting', 'button');
    try {
      await messages.cancel(item.id);
      notices.show({ tone: 'done', text: texts.waiting.cancelled(item.title) });
      if (row) passHandOn(row, [...beside, '[role="tab"][aria-selected="true"]', 'h1']);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notices.show({ tone: 'problem', text: texts.waiting.notCancelled(reason) });
    }
    setCancelling(false);
  };
  return (
    <div ref={acts} className={rowClasses.acts}>
      {item.packId !== null && !configuration.flags.packNoSend && (
        <ButtonLink
          to="/packs/$id/send"
          params={{ id: item.packId }}
          search={{ message: item.id }}
          variant="subtle"
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
        >
          {texts.waiting.edit}
        </ButtonLink>
      )}
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
        onClick={() => setCancelling(true)}
      >
        {texts.waiting.cancelMessage}
      </Button>
      {isCancelling && (
        <Suspense>
          <ConfirmDialog
            title={texts.waiting.cancelMessage}
            question={texts.waiting.cancelQuestion(item.title)}
            confirm={texts.waiting.cancelMessage}
            cancel={texts.waiting.keepMessage}
            destructive
            onConfirm={cancel}
            onCancel={() => setCancelling(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
