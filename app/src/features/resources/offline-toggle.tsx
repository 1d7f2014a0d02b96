import { reasonOf } from '#ui/reason-of.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { type OfflineSubject, useServices, useWatched } from '#services.ts';
import { type OfflineProgress, OfflineSwitch } from '#ui/offline-switch.tsx';
import { OfflineShortfall } from './offline-shortfall.tsx';
import classes from './offline-toggle.module.css';
import { texts } from './texts.ts';

interface Props {
  subject: OfflineSubject;
  label?: string;
  description?: string;
  short?: boolean;
  /** There are videos among the files, however much of them is known: their choice has its place from the start. */
  hasVideos?: boolean;
  className?: string | undefined;
}

/**
 * Keeps the files of a bundle or pack on this device, or drops them (RES-09, RES-10). Downloading needs a connection
 * and a signed-in user (PERM-02); dropping needs neither. Videos are a choice of their own.
 */
export function OfflineToggle(props: Props) {
  const {
    subject,
    label = texts.offline.label,
    description = texts.offline.description,
    short,
    hasVideos = false,
    className,
  } = props;
  const { offlineFiles, session, connection, notices } = useServices();
  const { kind, id } = subject;
  const watched = useMemo(() => offlineFiles.watch({ kind, id }), [offlineFiles, kind, id]);
  const progress = useWatched(watched);
  const { user } = useWatched(session);
  const { online } = useWatched(connection);
  const blockedBecause = !user ? texts.offline.logIn : !online ? texts.offline.noConnection : null;

  const offersVideos = !short && (progress.videoBytes > 0 || hasVideos);

  const attempt = async (work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      const reason = reasonOf(error);
      notices.show({ tone: 'problem', text: texts.offline.failed(reason) });
    }
  };
  // Of videos nothing is said: as long as the files have not been looked at, nobody knows here what was chosen.
  const resume = () => void attempt(offlineFiles.keep(subject));
  const remove = () => void attempt(offlineFiles.drop(subject));
  const toggle = (shown: OfflineProgress['state']) => {
    if (shown === 'on') remove();
    else if (shown !== 'loading') resume();
    else if (progress.state !== 'on') offlineFiles.stop(subject);
  };

  const frame = useRef<HTMLDivElement>(null);
  /** The two ways on vanish with the press: the focus goes to the switch beside them. */
  const goOn = (way: () => void) => () => {
    frame.current?.querySelector<HTMLElement>('[role="switch"]')?.focus();
    way();
  };

  return (
    <div ref={frame} className={`${classes.toggle} ${className ?? ''}`}>
      <OfflineSwitch
        progress={progress}
        label={label}
        description={description}
        blockedBecause={blockedBecause}
        short={short ?? false}
        onToggle={toggle}
      />
      {offersVideos && (
        <Checkbox
          size="sm"
          className={classes.videos}
          classNames={{ body: classes.body, label: classes.label }}
          label={texts.offline.includeVideos(progress.videoBytes)}
          checked={progress.includesVideos}
          disabled={blockedBecause !== null}
          onChange={(event) =>
            void attempt(offlineFiles.keep(subject, { videos: event.currentTarget.checked }))
          }
        />
      )}
      {progress.state === 'partial' && (
        <OfflineShortfall
          problem={progress.problem}
          canResume={blockedBecause === null}
          onResume={goOn(resume)}
          onRemove={goOn(remove)}
        />
      )}
    </div>
  );
}
