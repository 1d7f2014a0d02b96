import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useServices } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { openableAddress } from './mini-app.ts';
import { texts } from './texts.ts';
import { useLaunchEvent } from './use-launch-event.ts';

interface Props {
  bundle: BundleRecord;
  address: string | undefined;
  /** Filled where it is the one act of the page, soft on a tile among others. */
  variant?: 'filled' | 'light';
}

/** Opens the app's address in a window of its own (APP-02); 'Relaunch' after the first time (APP-03). */
export function LinkApp({ bundle, address, variant = 'filled' }: Props) {
  const { configuration } = useServices();
  const logLaunch = useLaunchEvent(bundle);
  const [wasLaunched, setLaunched] = useState(false);
  const target = openableAddress(address, configuration.host || location.origin);
  if (!target) return <ErrorBanner text={texts.noAddress} />;
  const act = wasLaunched ? texts.relaunch : texts.launch;
  return (
    <Button
      component="a"
      variant={variant}
      aria-label={texts.launchNamed(act, bundle.title ?? '')}
      href={target}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
      onClick={() => {
        setLaunched(true);
        logLaunch();
      }}
    >
      {act}
    </Button>
  );
}
