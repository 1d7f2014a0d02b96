import { Button } from '@mantine/core';
import { formatLongDate } from '@satchel/core/format/dates.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { Card, CardHeading, CardHint, CardSection } from '#ui/card.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { CacheViewer } from './cache-viewer.tsx';
import { HintSetting } from './hint-setting.tsx';
import classes from './settings-screen.module.css';
import { texts } from './texts.ts';
import { versions } from './versions.ts';

const FactoryResetDialog = lazy(() => import('./factory-reset-dialog.tsx'));

interface Storage {
  usage: number | null;
  quota: number | null;
}

/** Versions, this device, who is signed in, and the ways to look into and clear what is kept (SET-04 to SET-07). */
export function AboutTab() {
  const { device, session } = useServices();
  const { user, tokenExpires } = useWatched(session);
  const isUpdateReady = useWatched(device.updateReady);
  const isUpdateIncomplete = useWatched(device.updateFailed);
  const [storage, setStorage] = useState<Storage | null>(null);
  const [isResetting, setResetting] = useState(false);
  useEffect(() => {
    let isHere = true;
    device.storage().then((found) => isHere && setStorage(found));
    return () => {
      isHere = false;
    };
  }, [device]);
  return (
    <Card>
      <CardSection>
        <CardHeading>{texts.about.versions}</CardHeading>
        <dl className={classes.facts}>
          <dt>{texts.about.app}</dt>
          <dd>{versions.app}</dd>
          <dt>{texts.about.core}</dt>
          <dd>{versions.core}</dd>
          <dt>{texts.about.services}</dt>
          <dd>{versions.services}</dd>
          <dt>{texts.about.store}</dt>
          <dd>{versions.store}</dd>
        </dl>
        {isUpdateReady && <UpdateReady />}
        {isUpdateIncomplete && <CardHint>{texts.about.updateIncomplete}</CardHint>}
      </CardSection>
      <CardSection>
        <CardHeading>{texts.about.device}</CardHeading>
        <dl className={classes.facts}>
          <dt>{texts.about.storage}</dt>
          <dd>{storage ? megabytes(storage.usage) : texts.about.calculating}</dd>
          <dt>{texts.about.quota}</dt>
          <dd>{storage ? megabytes(storage.quota) : texts.about.calculating}</dd>
          <dt>{texts.about.user}</dt>
          <dd>{user ? `${user.name}, ${user.mail}` : texts.about.nobody}</dd>
          {user && (
            <>
              <dt>{texts.about.tokenExpiry}</dt>
              <dd>{formatLongDate(tokenExpires)}</dd>
            </>
          )}
        </dl>
      </CardSection>
      <HintSetting />
      <CardSection>
        <CacheViewer />
      </CardSection>
      <CardSection>
        <div className={classes.act}>
          <div>
            <CardHeading>{texts.about.reset}</CardHeading>
            <CardHint>{texts.about.resetHint}</CardHint>
          </div>
          <Button variant="default" color="red" onClick={() => setResetting(true)}>
            {texts.about.reset}
          </Button>
        </div>
      </CardSection>
      {isResetting && (
        <Suspense>
          <FactoryResetDialog onClose={() => setResetting(false)} />
        </Suspense>
      )}
    </Card>
  );
}

const megabytes = (bytes: number | null) =>
  bytes === null ? texts.about.unknown : texts.about.megabytes(bytes);

/** For whoever put the question off (NAV-59). */
function UpdateReady() {
  const { device } = useServices();
  const [problem, setProblem] = useState<string | null>(null);
  const update = () => {
    setProblem(null);
    device.update().catch((error: Error) => setProblem(error.message));
  };
  return (
    <div className={classes.update}>
      {problem && <ErrorBanner text={problem} />}
      <div className={classes.act}>
        <CardHint>{texts.about.updateReady}</CardHint>
        <Button variant="light" onClick={update}>
          {texts.about.reload}
        </Button>
      </div>
    </div>
  );
}
