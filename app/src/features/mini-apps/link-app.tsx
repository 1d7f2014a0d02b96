import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useServices } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { openableAddress } from './mini-app.ts';
import { texts } from './texts.ts';
import { useLaunchEvent } from './use-launch-event.ts';

/** Opens the app's address in a window of its own (APP-02); 'Relaunch' after the first time (APP-03). */
export function LinkApp({ bundle, address }: { bundle: BundleRecord; address: string | undefined }) {
  const { configuration } = useServices();
  const logLaunch = useLaunchEvent(bundle);
  const [wasLaunched, setLaunched] = useState(false);
  const target = openableAddress(address, configuration.host || location.origin);
  if (!target) return <ErrorBanner text={texts.noAddress} />;
  return (
    <Button
      component="a"
      href={target}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
      onClick={() => {
        setLaunched(true);
        logLaunch();
      }}
    >
      {wasLaunched ? texts.relaunch : texts.launch}
    </Button>
  );
}
