import { Button } from '@mantine/core';
import type { RefusedMessage } from '#services.ts';
import { Banner } from '#ui/banner.tsx';
import { texts } from '../texts.ts';
import type { Overtaken } from './use-overtaken.ts';

interface Props {
  /** Null for one that had left before it could be opened. */
  correcting: RefusedMessage | null;
  overtaken: Overtaken | null;
  /** Drops what was typed here and opens the message as it is now. */
  onShow: () => void;
  /** What was typed becomes a message of its own. */
  onAsNew: () => void;
}

/** How it stands with the message that is corrected: why it may be, or that somebody else was faster. */
export const MessageBanner = ({ correcting, overtaken, onShow, onAsNew }: Props) => (
  <div role="status">
    {overtaken ? (
      <Banner
        tone="warn"
        text={texts.send.overtaken[overtaken]}
        action={
          <Button variant="subtle" my={-12} onClick={overtaken === 'edited' ? onShow : onAsNew}>
            {overtaken === 'edited' ? texts.send.showEdited : texts.send.asNew}
          </Button>
        }
      />
    ) : correcting && correcting.reason !== null ? (
      <Banner tone="warn" text={texts.send.refused(correcting.reason)} />
    ) : (
      correcting && <Banner tone="neutral" text={texts.send.held} />
    )}
  </div>
);
