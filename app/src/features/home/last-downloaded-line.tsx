import { formatShortDate } from '@satchel/core/format/dates.ts';
import { IconCloudDown, IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { inView, refreshPage, usePageState, usePageStore } from '#navigation/page-state.tsx';
import { useServices, useWatched } from '#services.ts';
import { IconButton } from '#ui/icon-button.tsx';
import classes from './last-downloaded-line.module.css';
import { texts } from './texts.ts';

/** On a phone the header has no room for the chip and the refresh control; home says it in a line of its own. */
export function LastDownloadedLine() {
  const { session, connection, notices } = useServices();
  const { user } = useWatched(session);
  const { online } = useWatched(connection);
  const store = usePageStore();
  const pulled = usePageState((state) => inView(state)?.pulled ?? null);
  const isRefreshing = usePageState((state) => state.refresh !== null);
  const navigate = useNavigate();
  // The line keeps its place while nothing is there yet, so that the doors below stay where they are.
  if (pulled === null) return <p className={classes.line} />;
  return (
    <p className={classes.line}>
      <IconCloudDown size={18} stroke={1.75} aria-hidden />
      <span className={classes.words}>{texts.lastDownloaded(formatShortDate(pulled))}</span>
      <IconButton
        aria-label={user ? texts.refresh : texts.logInToDownload}
        aria-disabled={(user !== null && !online) || isRefreshing || undefined}
        className={classes.refresh}
        data-tour="refresh"
        onClick={() => {
          if (!user) void navigate({ to: '/user/login' });
          else if (online) void refreshPage(store, notices);
        }}
      >
        <IconRefresh size={19} stroke={1.75} aria-hidden />
      </IconButton>
    </p>
  );
}
