import { Button } from '@mantine/core';
import { useState } from 'react';
import { ButtonLink, TextLink } from '#navigation/links.tsx';
import { type MediaView, useServices, useWatched } from '#services.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { RowSkeletons } from '#ui/skeletons.tsx';
import { countPeople, type SentRow } from './sent-row.ts';
import classes from './sent-to-card.module.css';
import { SentToRow } from './sent-to-row.tsx';
import { texts } from './texts.ts';
import type { SentTo } from './use-sent-to.ts';
import { isCounted, lastDays, visitsOf } from './visits.ts';

/** More are drawn when somebody asks for them. */
const shownAtOnce = 50;

interface Props {
  sentTo: SentTo;
  rows: readonly SentRow[];
  medias: ReadonlyMap<string, MediaView>;
  packId: string;
  maySend: boolean;
}

/** To whom the pack went, newest first (PRPT-05, PRPT-06). */
export function SentToCard({ sentTo, rows, medias, packId, maySend }: Props) {
  const { log, visits, isCut, toldAt, isThere, failure, refresh } = sentTo;
  const { connection, session } = useServices();
  const { online } = useWatched(connection);
  const { user } = useWatched(session);
  const [shown, setShown] = useState(shownAtOnce);
  const isOpened = ({ id, opened }: SentRow) => opened > 0 || (visits?.get(id) ?? []).some(isCounted);
  const columns = [...(visits?.values() ?? [])].flatMap((each) => lastDays(each, toldAt));
  const most = Math.max(1, ...columns.map(({ seconds }) => seconds));
  const truth = !online
    ? texts.log.offline
    : log?.ok === false
      ? texts.log.noLog(log.failure)
      : rows.length > 0 && failure && texts.log.noVisits(failure);
  // Without a word of the host nobody knows whether it went nowhere.
  const isAsked = !online || log !== null;
  return (
    <section className={classes.card} aria-label={texts.log.heading}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{texts.log.heading}</h2>
        {rows.length > 0 && (
          <p className={classes.counts}>
            {texts.log.counts(countPeople(rows), countPeople(rows.filter(isOpened)))}
          </p>
        )}
        {rows.length > 0 && isThere && (
          <TextLink to="/packs/$id/reports" params={{ id: packId }} className={classes.reports ?? ''}>
            {texts.log.reports}
          </TextLink>
        )}
        {online && visits && rows.length > 0 && <p className={classes.days}>{texts.log.lastDays}</p>}
      </div>
      {truth && user && <p className={classes.truth}>{truth}</p>}
      {user === null ? (
        <div className={classes.empty}>
          <EmptyState
            text={texts.log.signedOut}
            action={
              <ButtonLink to="/user/login" variant="light">
                {texts.log.login}
              </ButtonLink>
            }
          />
        </div>
      ) : rows.length === 0 ? (
        <div className={classes.empty}>
          {isAsked ? <EmptyState text={texts.log.empty} /> : <RowSkeletons count={2} />}
        </div>
      ) : (
        <>
          <ul className={classes.list}>
            {rows.slice(0, shown).map((row) => (
              <SentToRow
                key={row.id}
                row={row}
                visits={online ? visitsOf(row, sentTo) : null}
                isCut={online && isCut}
                most={most}
                toldAt={toldAt}
                medias={medias}
                packId={packId}
                maySend={maySend}
                onChanged={() => void refresh()}
              />
            ))}
          </ul>
          {rows.length > shown && (
            <Button variant="subtle" m="sm" onClick={() => setShown(shown + shownAtOnce)}>
              {texts.log.more(Math.min(shownAtOnce, rows.length - shown))}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
