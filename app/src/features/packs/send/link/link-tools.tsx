import { UnstyledButton } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useId } from 'react';
import { useHintTitle } from '#ui/hint-level.ts';
import { ShareButton } from '#ui/share-button.tsx';
import { texts } from '../../texts.ts';
import { CopyButton } from './copy-button.tsx';
import { LinkCode } from './link-code.tsx';
import dialog from './link-dialog.module.css';
import classes from './link-tools.module.css';
import { LinkTruth, useLinkState } from './link-truth.tsx';

interface Props {
  /** Of the message. */
  id: string;
  name: string;
  subject: string;
  address: string;
  /** Whether its code is shown. */
  isScanned: boolean;
  onScan: () => void;
}

/** The ways in which one of several links is handed on: what a link alone has in its dialog. */
export function LinkTools({ id, name, subject, address, isScanned, onScan }: Props) {
  const panel = useId();
  const label = texts.link.codeOf(name);
  return (
    <>
      <span className={classes.tools}>
        <UnstyledButton
          className={`${dialog.copy} ${classes.scan}`}
          aria-label={label}
          title={useHintTitle(label)}
          aria-expanded={isScanned}
          aria-controls={panel}
          onClick={onScan}
        >
          <IconQrcode size={22} stroke={1.75} aria-hidden />
        </UnstyledButton>
        <ShareButton
          className={dialog.copy ?? ''}
          label={texts.link.shareOf(name)}
          title={subject}
          url={address}
        />
        <CopyButton text={address} label={texts.link.copyOf(name)} />
      </span>
      <div id={panel} className={classes.place} hidden={!isScanned}>
        {isScanned && <Scanned id={id} address={address} />}
      </div>
    </>
  );
}

/** The code, and whether who scans it gets anywhere yet. */
function Scanned({ id, address }: { id: string; address: string }) {
  const { state } = useLinkState(id, false);
  return (
    <div className={classes.panel} ref={intoView}>
      <div className={classes.frame}>
        <LinkCode link={address} />
      </div>
      <LinkTruth state={state} isMade />
    </div>
  );
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });
