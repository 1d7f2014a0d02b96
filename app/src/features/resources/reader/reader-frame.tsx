import { ActionIcon, Button } from '@mantine/core';
import { formatFileSize } from '@satchel/core/format/file-size.ts';
import { IconArrowLeft, IconCheck, IconExternalLink, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { MediaView } from '#services.ts';
import { useHintTitle } from '#ui/hint-level.ts';
import { isComposing } from '#ui/is-composing.ts';
import { usePresenting } from '#ui/use-presenting.ts';
import { webAddress } from '../file-address.ts';
import { texts } from '../texts.ts';
import classes from './reader-frame.module.css';
import { useIdle } from './use-idle.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** How long the page control stays in full screen when nothing moves. */
const fadesAfterMs = 2000;

export interface Reading {
  file: MediaView;
  /** Where one came from. */
  bundleTitle: string;
  /** All files of the bundle lie on this device. */
  isKept: boolean;
  onClose: () => void;
}

interface Props extends Reading {
  /** What stands in the middle of the bar; leaves with it in full screen. */
  tools?: ReactNode;
  /** Tools and a rail of previews are on their way, and have their places already: what is read does not jump. */
  isComing?: boolean;
  /** What stays in full screen, and fades. */
  pageControl?: ReactNode;
  onPresent?: (isPresenting: boolean) => void;
  /** Keys that nothing inside took. */
  onKey?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** The bar above a document: back to its bundle, what it is, and the ways to look at it. */
export function ReaderFrame(props: Props) {
  const { file, bundleTitle, isKept, onClose, tools, isComing, pageControl, onPresent, onKey, children } =
    props;
  const frame = useRef<HTMLDivElement>(null);
  const { isPresenting, present, leave } = usePresenting(frame);
  const isIdle = useIdle(frame, isPresenting ? fadesAfterMs : null);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The frame that stood here while the reader was fetched took the focus with it, and Escape is heard inside only.
    if (document.activeElement === document.body) back.current?.focus({ preventScroll: true });
  }, []);
  const told = useRef(false);
  useEffect(() => {
    if (told.current === isPresenting) return;
    told.current = isPresenting;
    onPresent?.(isPresenting);
  }, [isPresenting, onPresent]);

  const onKeyDown = (event: KeyboardEvent) => {
    // A menu of the bar lies elsewhere in the page and has keys of its own.
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (isPresenting) leave();
      else onClose();
    } else onKey?.(event);
  };
  const address = webAddress(file.url);
  const hints = {
    elsewhere: useHintTitle(texts.reader.openElsewhere),
    leave: useHintTitle(texts.reader.leaveFullscreen),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the frame hears the keys of everything inside it.
    <div
      ref={frame}
      className={classes.frame}
      data-presenting={isPresenting || undefined}
      onKeyDown={onKeyDown}
    >
      <div className={classes.bar} hidden={isPresenting}>
        <Button
          ref={back}
          variant="subtle"
          color="gray"
          className={classes.back}
          leftSection={<IconArrowLeft {...icon} />}
          aria-label={texts.reader.backTo(bundleTitle)}
          onClick={onClose}
        >
          <span className={classes.backWords}>{bundleTitle}</span>
        </Button>
        <div className={classes.about} dir="auto">
          <h1 className={classes.name}>{file.name}</h1>
          <p className={classes.facts}>
            {file.fileTypeLabel}, {formatFileSize(file.size)}
            {isKept && (
              <span className={classes.kept}>
                <IconCheck size={14} stroke={2} aria-hidden /> {texts.reader.kept}
              </span>
            )}
          </p>
        </div>
        {tools}
        {isComing && <div className={classes.toolsToCome} />}
        <div className={classes.ends}>
          {address && (
            <ActionIcon
              component="a"
              href={address}
              target="_blank"
              rel="noreferrer"
              variant="subtle"
              color="gray"
              size={44}
              radius="md"
              aria-label={texts.reader.openElsewhere}
              title={hints.elsewhere}
            >
              <IconExternalLink {...icon} />
            </ActionIcon>
          )}
          <Button
            className={classes.present}
            leftSection={<IconMaximize {...icon} />}
            aria-label={texts.reader.fullscreen}
            onClick={present}
          >
            <span className={classes.presentWords}>{texts.reader.fullscreen}</span>
          </Button>
        </div>
      </div>
      <div className={classes.body}>
        {isComing && <div className={classes.railToCome} />}
        {children}
      </div>
      {isPresenting && (
        <div className={classes.presenting} data-idle={isIdle || undefined}>
          {pageControl}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            radius="md"
            aria-label={texts.reader.leaveFullscreen}
            title={hints.leave}
            onClick={leave}
          >
            <IconMinimize {...icon} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}
