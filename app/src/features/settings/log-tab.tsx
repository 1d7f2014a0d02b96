import { Button } from '@mantine/core';
import { eventTypes } from '@satchel/core/contract/events.ts';
import { formatLongDate } from '@satchel/core/format/dates.ts';
import { lazy, Suspense, useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { Card, CardHeading, CardHint, CardSection } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { reasonOf } from '#ui/reason-of.ts';
import { useLive } from '#ui/use-live.ts';
import classes from './settings-screen.module.css';
import { texts } from './texts.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

const tones = { queued: 'waiting', sent: 'done', failed: 'refused' } as const;

/** The local event log (SET-08). */
export function LogTab() {
  const { events, session } = useServices();
  const { activeChannelId, user } = useWatched(session);
  const [refreshed, setRefreshed] = useState(0);
  const [isPushing, setPushing] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const entries = useLive(() => events.entries(), [events, refreshed, user?.uuid]);
  const attempt = async (done: Promise<void>, failed: (reason: string) => string) => {
    setFailure(null);
    try {
      await done;
    } catch (error) {
      setFailure(failed(reasonOf(error)));
    }
  };
  const push = async () => {
    setPushing(true);
    await attempt(events.push({ all: true }), texts.log.pushFailed);
    setPushing(false);
  };
  const test = () => {
    const event = {
      eventTypeId: eventTypes.TEST,
      description: texts.log.testEvent,
      channelId: activeChannelId,
      ownerId: user?.uuid ?? null,
    };
    return attempt(events.log(event), texts.log.testFailed);
  };
  const clear = async () => {
    await attempt(events.clear(), texts.log.clearFailed);
    setClearing(false);
  };
  return (
    <>
      <div className={classes.top}>
        <div>
          <CardHeading>{texts.log.heading}</CardHeading>
          <CardHint>{texts.log.hint}</CardHint>
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setRefreshed((count) => count + 1)}>
            {texts.log.refresh}
          </Button>
          <Button variant="default" color="red" disabled={!entries?.length} onClick={() => setClearing(true)}>
            {texts.log.clear}
          </Button>
          <Button variant="default" onClick={() => void test()}>
            {texts.log.test}
          </Button>
          <Button loading={isPushing} onClick={() => void push()}>
            {texts.log.push}
          </Button>
        </div>
      </div>
      {failure && <ErrorBanner text={failure} onDismiss={() => setFailure(null)} />}
      <Card>
        {entries?.length === 0 ? (
          <CardSection>
            <CardHint>{texts.log.empty}</CardHint>
          </CardSection>
        ) : (
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{texts.log.columns.event}</th>
                <th scope="col">{texts.log.columns.date}</th>
                <th scope="col">{texts.log.columns.status}</th>
              </tr>
            </thead>
            <tbody>
              {entries?.map(({ id, description, date, status, retries }) => (
                <tr key={id}>
                  <td>{description}</td>
                  <td className={classes.date}>{formatLongDate(date)}</td>
                  <td>
                    <Chip tone={tones[status]}>{status}</Chip>
                    {retries > 0 && <span className={classes.retries}> {texts.log.retries(retries)}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
      {isClearing && (
        <Suspense>
          <ConfirmDialog
            title={texts.log.clear}
            question={texts.log.clearQuestion}
            confirm={texts.log.clear}
            destructive
            onConfirm={clear}
            onCancel={() => setClearing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
