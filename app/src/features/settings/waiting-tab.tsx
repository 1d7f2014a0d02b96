import { Button } from '@mantine/core';
import { formatTime } from '@satchel/core/format/dates.ts';
import { IconInfoCircle, IconRefresh } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type PushReport, useServices, useWatched, type WaitingItem } from '#services.ts';
import { Card, CardHeading, CardHint, CardSection } from '#ui/card.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { Pager } from '#ui/pager.tsx';
import { reasonOf } from '#ui/reason-of.ts';
import { RowSkeletons } from '#ui/skeletons.tsx';
import classes from './settings-screen.module.css';
import { texts } from './texts.ts';
import { type WaitingPage, waitingPageSize } from './use-waiting-page.ts';
import rowClasses from './waiting-row.module.css';
import { WaitingRow } from './waiting-row.tsx';

/** The push of this tab takes three messages at a time (SET-10). */
const messagesPerPush = 3;

const lineOf = ({ at, signatures, packs, messages }: PushReport) => {
  const { ofTotal, lastPush } = texts.waiting;
  return lastPush(formatTime(at), ofTotal(signatures), ofTotal(packs), ofTotal(messages));
};

/** What is only on this device: refused items first, then what goes next, in the order of the push. */
export function WaitingTab({ known, page, goTo }: WaitingPage) {
  const { waiting, session } = useServices();
  const { user } = useWatched(session);
  const last = useWatched(waiting.lastPush);
  const lastPush = last?.ownerId === user?.uuid ? last : null;
  const [isPushing, setPushing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const turnTo = (number: number) => {
    goTo(number);
    // The other page is read from its beginning.
    top.current?.scrollIntoView();
  };
  const push = async (messages?: number) => {
    setFailure(null);
    setPushing(true);
    try {
      await waiting.push(messages === undefined ? {} : { messages });
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setPushing(false);
    }
  };
  return (
    <>
      <div ref={top} className={classes.top}>
        <div>
          <CardHeading>{texts.waiting.heading}</CardHeading>
          <CardHint aria-live="polite">{lastPush ? lineOf(lastPush) : texts.waiting.notPushed}</CardHint>
        </div>
        <div className={classes.actions}>
          <RefreshButton />
          <Button loading={isPushing} disabled={!known?.total} onClick={() => void push(messagesPerPush)}>
            {texts.waiting.push}
          </Button>
        </div>
      </div>
      {failure && <ErrorBanner text={texts.waiting.pushFailed(failure)} onDismiss={() => setFailure(null)} />}
      <Card>
        {known === undefined ? (
          <RowSkeletons count={3} />
        ) : known.total === 0 ? (
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
            {refusedFirst(known.items).map((item) => (
              <WaitingRow key={`${item.type}/${item.id}`} item={item} />
            ))}
          </table>
        )}
      </Card>
      {known && known.total > 0 && (
        <p className={rowClasses.safe}>
          <IconInfoCircle size={18} stroke={1.75} aria-hidden />
          {texts.waiting.safe}
        </p>
      )}
      {known && known.total > waitingPageSize && (
        <WaitingPager total={known.total} page={page} onTurn={turnTo} />
      )}
    </>
  );
}

interface PagerProps {
  total: number;
  /** From 0. */
  page: number;
  onTurn: (page: number) => void;
}

function WaitingPager({ total, page, onTurn }: PagerProps) {
  const { range, pageOf, previousPage, nextPage } = texts.waiting;
  const from = page * waitingPageSize + 1;
  const to = Math.min(total, from + waitingPageSize - 1);
  return (
    <Pager
      range={range(from, to, total)}
      here={pageOf(page + 1, Math.ceil(total / waitingPageSize))}
      previous={{ label: previousPage, go: page > 0 ? () => onTurn(page - 1) : null }}
      next={{ label: nextPage, go: to < total ? () => onTurn(page + 1) : null }}
    />
  );
}

/** The list redraws by itself; Refresh reads it once more for whoever does not trust that. */
function RefreshButton() {
  const { waiting } = useServices();
  const [isReading, setReading] = useState(false);
  const read = async () => {
    setReading(true);
    try {
      await waiting.items({ most: waitingPageSize });
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
