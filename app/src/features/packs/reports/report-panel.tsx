import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { useServices, useWatched } from '#services.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { passHandOn } from '#ui/pass-hand-on.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { saveAsFile } from '#ui/save-as-file.ts';
import { RowSkeletons } from '#ui/skeletons.tsx';
import classes from './report-panel.module.css';
import { ReportTable } from './report-table.tsx';
import { texts } from './texts.ts';
import { useReport } from './use-report.tsx';

interface Props {
  /** Null for a report that the host cannot have: nothing has happened that it could count. */
  segments: readonly string[] | null;
  /** What it is called where the host gives it no title. */
  name: string;
  /** What a report without rows says, and where it leads on. */
  empty: string;
  wayOn: ReactNode;
  /** Where something is told without the host. */
  wayOnOffline: ReactNode;
  ofPacks?: boolean;
}

/** One report of the host: its table, its pages, and the whole of it as a file. */
export function ReportPanel({ segments, name, empty, wayOn, wayOnOffline, ofPacks = false }: Props) {
  const { reports, connection, session } = useServices();
  const { online } = useWatched(connection);
  const { user } = useWatched(session);
  const [number, setNumber] = useState(0);
  const { report, shownNumber, failure, letGo, again, isOnItsWay } = useReport(segments, number);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (user === null)
    return (
      <EmptyState
        text={texts.signedOut}
        action={
          <ButtonLink to="/user/login" variant="light">
            {texts.login}
          </ButtonLink>
        }
      />
    );
  if (segments === null) return <EmptyState text={empty} action={wayOn} />;
  if (!online && !report) return <EmptyState text={texts.offline} action={wayOnOffline} />;
  const toTryAgain = (
    <Button variant="light" onClick={() => fromBanner(again)}>
      {texts.again}
    </Button>
  );
  if (failure !== null && !report)
    return <EmptyState isAlert text={texts.failed(failure)} action={toTryAgain} />;
  if (!report) return <RowSkeletons count={10} />;
  if (report.rows.length === 0 && shownNumber === 0) return <EmptyState text={empty} action={wayOn} />;
  const save = async () => {
    setSaving(true);
    setProblem(null);
    try {
      const file = await reports.csv(segments);
      saveAsFile(file.content, file.name);
    } catch (error) {
      setProblem(texts.csvFailed(reasonOf(error)));
    } finally {
      setSaving(false);
    }
  };
  const goTo = (next: number) => {
    if (next !== number) setNumber(next);
    // A page that failed is not on its way any more: to ask for it once more is another try.
    else if (!isOnItsWay) again();
  };
  const title = report.title || name;
  return (
    <>
      <div className={classes.top}>
        <h2 className={classes.title}>{title}</h2>
        <Button
          variant="default"
          loading={isSaving}
          disabled={!online}
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          onClick={() => void save()}
        >
          {texts.csv}
        </Button>
      </div>
      {problem && <ErrorBanner text={problem} onDismiss={() => setProblem(null)} />}
      {failure !== null && online && (
        <ErrorBanner text={texts.failed(failure)} action={toTryAgain} onDismiss={() => fromBanner(letGo)} />
      )}
      <ReportTable
        title={title}
        report={report}
        number={shownNumber}
        onPage={online ? goTo : null}
        ofPacks={ofPacks}
      />
    </>
  );
}

/** The banner goes with what is done about it: who acts by keyboard goes on at the pages, or above them. */
function fromBanner(act: () => void) {
  const from = document.activeElement;
  act();
  if (from)
    passHandOn(from, [`button[aria-label="${texts.next}"]`, '[role="tab"][aria-selected="true"]', 'h1']);
}
