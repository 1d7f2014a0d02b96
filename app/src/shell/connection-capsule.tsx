import { formatLongDate, formatShortDate, formatVeryShortDate } from '@satchel/core/format/dates.ts';
import {
  IconCloud,
  IconCloudDownload,
  IconCloudOff,
  IconCloudUpload,
  IconRefresh,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { inView, refreshPage, usePageState, usePageStore } from '#navigation/page-state.tsx';
import { type ConnectionState, useServices, useWatched } from '#services.ts';
import { Hint } from '#ui/hint.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Spoken } from '#ui/spoken.tsx';
import classes from './connection-capsule.module.css';
import { texts } from './texts.ts';

const icons = {
  online: IconCloud,
  downloading: IconCloudDownload,
  uploading: IconCloudUpload,
  offline: IconCloudOff,
};

/** In words what the icon shows (NAV-45). */
export function connectionWords({ icon, share, waiting }: ConnectionState): string {
  const details = [
    icon === 'downloading' && share !== null && texts.percent(share),
    waiting > 0 && texts.stillWaiting(waiting),
  ].filter(Boolean);
  return [texts.connection[icon], ...details].join(', ');
}

/** Connection, last download and refresh in one shape with three targets. */
export function ConnectionCapsule() {
  const connection = useWatched(useServices().connection);
  return (
    <div className={classes.capsule}>
      <ConnectionIcon connection={connection} />
      <LastDownloaded />
      <RefreshControl online={connection.online} />
    </div>
  );
}

function ConnectionIcon({ connection }: { connection: ConnectionState }) {
  const Icon = icons[connection.icon];
  const words = connectionWords(connection);
  const navigate = useNavigate();
  const isUploading = connection.icon === 'uploading';
  return (
    <>
      <Hint label={words} essential>
        <IconButton
          className={classes.icon}
          data-tour="connection"
          data-state={connection.icon}
          aria-label={words}
          onClick={() => void navigate({ to: '/settings' })}
        >
          <Icon size={22} stroke={1.75} aria-hidden />
          {isUploading && connection.waiting > 0 && (
            <span className={classes.badge} aria-hidden="true">
              {connection.waiting}
            </span>
          )}
          {connection.icon === 'downloading' && (
            <span className={classes.bar} aria-hidden="true">
              <span style={{ width: connection.share === null ? '' : `${connection.share * 100}%` }} />
            </span>
          )}
        </IconButton>
      </Hint>
      <Spoken role="status">{texts.connection[connection.icon]}</Spoken>
    </>
  );
}

/** When the content in view was last pulled; hidden when nothing was (NAV-46). */
function LastDownloaded() {
  const pulled = usePageState((state) => inView(state)?.pulled ?? null);
  if (pulled === null) return null;
  return (
    <Hint label={texts.lastDownloaded(formatLongDate(pulled))} essential>
      <time dateTime={new Date(pulled).toISOString()} className={classes.chip}>
        <Spoken>{texts.lastDownloaded('')}</Spoken>
        <span className={classes.short}>{formatShortDate(pulled)}</span>
        <span className={classes.veryShort}>{formatVeryShortDate(pulled)}</span>
      </time>
    </Hint>
  );
}

/** Asks the host for what the page shows. Only for who is online and signed in (PERM-02, NAV-47). */
function RefreshControl({ online }: { online: boolean }) {
  const { session, notices } = useServices();
  const { user } = useWatched(session);
  const store = usePageStore();
  const hasContent = usePageState((state) => inView(state) !== null);
  const isRefreshing = usePageState((state) => state.refresh !== null);
  const navigate = useNavigate();
  if (!hasContent) return null;
  const words = !user
    ? texts.logInToDownload
    : !online
      ? texts.offlineRefresh
      : isRefreshing
        ? texts.refreshing
        : texts.refresh;
  const isOff = user !== null && !online;
  return (
    <Hint label={words}>
      <IconButton
        className={classes.refresh}
        data-tour="refresh"
        aria-label={words}
        aria-disabled={isOff || isRefreshing || undefined}
        data-spinning={isRefreshing || undefined}
        onClick={() => {
          if (!user) void navigate({ to: '/user/login' });
          else if (online) void refreshPage(store, notices);
        }}
      >
        <IconRefresh size={19} stroke={1.75} aria-hidden />
      </IconButton>
    </Hint>
  );
}
