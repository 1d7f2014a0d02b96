import { Button } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { ButtonLink } from '#navigation/links.tsx';
import { useServices, type WaitingItem } from '#services.ts';
import { step } from '#ui/step.ts';
import { texts } from './texts.ts';
import rowClasses from './waiting-row.module.css';

/** A message that nothing is wrong with and that has not left: it can still be written anew, or taken back. */
const isStillHere = ({ state, mayHaveLeft }: WaitingItem) => state === 'waiting' && !mayHaveLeft;

/** While it goes they stand there all the same: a push of many goes through all of them, and takes no focus. */
export const hasActs = (item: WaitingItem) =>
  item.type === 'salestool--message' && !item.isChange && (isStillHere(item) || item.state === 'going');

interface Props {
  item: WaitingItem;
  onCancel: () => void;
}

export function WaitingMessageActs({ item, onCancel }: Props) {
  const { flags } = useServices().configuration;
  const isHere = isStillHere(item);
  const pencil = <IconPencil size={18} stroke={1.75} aria-hidden />;
  return (
    <div className={rowClasses.acts}>
      {item.packId !== null && !flags.packNoSend && (
        <ButtonLink
          to="/packs/$id/send"
          params={{ id: item.packId }}
          search={{ message: item.id }}
          variant="subtle"
          leftSection={pencil}
          disabled={!isHere}
          // Without an address it would lose the focus.
          tabIndex={0}
        >
          {texts.waiting.edit}
        </ButtonLink>
      )}
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
        {...step(isHere ? onCancel : null)}
      >
        {texts.waiting.cancelMessage}
      </Button>
    </div>
  );
}
