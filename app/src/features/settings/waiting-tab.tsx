import { Button } from '@mantine/core';
import { formatTime } from '@satchel/core/format/dates.ts';
import { IconInfoCircle, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { type PushReport, useServices, useWatched, type WaitingItem } from '#services.ts';
import { Card, CardHeading, CardHint, CardSection } from '#ui/card.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { RowSkeletons } from '#ui/skeletons.tsx';
import classes from './settings-screen.module.css';
import { texts } from './texts.ts';
import rowClasses from './waiting-row.module.css';
import { WaitingRow } from './waiting-row.tsx';

/** The push of this tab takes three messages at a time (SET-10). */
const messagesPerPush = 3;

const lineOf = ({ at, signatures, packs, messages }: PushReport) => {
  const { ofTotal, lastPush } = texts.waiting;
  return lastPush(formatTime(at), ofTotal(signatures), ofTotal(packs), ofTotal(messages));
};

interface Props {
  items: readonly WaitingItem[] | undefined;
  /** How many wait in all. */
  total: number;
}

/** What is only on this device: refused items first, then what goes next, in the order of the push. */
export function WaitingTab({ items, total }: Props) {
  const { waiting } = useServices();
  const lastPush = useWatched(waiting.lastPush);
  const [isPushing, setPushing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const push = async (messages?: number) => {
    setFailure(null);
    setPushing(true);
    try {
      await waiting.push(messages === undefined ? {} : { messages });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setPushing(false);
    }
  };
  return (
    <>
      <div className={classes.top}>
        <div>
          <CardHeading>{texts.waiting.heading}</CardHeading>
          <CardHint aria-live="polite">{lastPush ? lineOf(lastPush) : texts.waiting.notPushed}</CardHint>
        </div>
        <div className={classes.actions}>
          <RefreshButton />
          <Button loading={isPushing} disabled={!items?.length} onClick={() => void push(messagesPerPush)}>
            {texts.waiting.push}
          </Button>
        </div>
      </div>
      {failure && <ErrorBanner text={texts.waiting.pushFailed(failure)} onDismiss={() => setFailure(null)} />}
      <Card>
        {items === undefined ? (
          <RowSkeletons count={3} />
        ) : items.length === 0 ? (
          <CardSection>
            <CardHint>{texts.waiting.empty}</CardHint>
          </CardSection>
        ) : (
          <table className={`${classes.table} ${rowClasses.table}`}>
            <thead>
              <tr>
                <th scope="col">{texts.waiting.columns.title}</th>
                <th scope="col">{texts.waiting.columns.updated}</th>
                <th scope="col">
                  <span className={rowClasses.unseen}>{texts.waiting.columns.state}</span>
                </th>
              </tr>
            </thead>
            {refusedFirst(items).map((item) => (
              <WaitingRow key={`${item.type}/${item.id}`} item={item} />
            ))}
          </table>
        )}
      </Card>
      {items && items.length > 0 && (
        <p className={rowClasses.safe}>
          <IconInfoCircle size={18} stroke={1.75} aria-hidden />
          {total > items.length && `${texts.waiting.more(total - items.length)} `}
          {texts.waiting.safe}
        </p>
      )}
    </>
  );
}

/** The list redraws by itself; Refresh reads it once more for whoever does not trust that. */
function RefreshButton() {
  const { waiting } = useServices();
  const [isReading, setReading] = useState(false);
  const read = async () => {
    setReading(true);
    try {
      await waiting.items();
    } finally {
      setReading(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={isReading}
      leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
      onClick={() => void read()}
    >
      {texts.waiting.refresh}
    </Button>
  );
}

const refusedFirst = (items: readonly WaitingItem[]) => [
  ...items.filter(({ state }) => state === 'refused' || state === 'asks'),
  ...items.filter(({ state }) => state !== 'refused' && state !== 'asks'),
];
