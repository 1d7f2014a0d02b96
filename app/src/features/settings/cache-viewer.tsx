import { Button } from '@mantine/core';
import { useState } from 'react';
import { useServices } from '#services.ts';
import { CardHeading, CardHint } from '#ui/card.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { reasonOf } from '#ui/reason-of.ts';
import { CacheEntries } from './cache-entries.tsx';
import classes from './settings-screen.module.css';
import { texts } from './texts.ts';

interface CacheList {
  name: string;
  keys: readonly string[];
}

function OneCache({ name, keys }: CacheList) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name}: {texts.about.cacheEntries(keys.length)}
      </summary>
      {keys.length === 0 ? (
        <CardHint>{texts.about.emptyCache}</CardHint>
      ) : (
        isOpen && <CacheEntries name={name} keys={keys} />
      )}
    </details>
  );
}

/** What the worker keeps, by cache (SET-07). Without a worker or caches it says so (CACHE-09 to CACHE-11). */
export function CacheViewer() {
  const { device } = useServices();
  const [caches, setCaches] = useState<CacheList[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const look = async () => {
    setFailure(null);
    setLooking(true);
    try {
      const names = await device.caches();
      setCaches(
        await Promise.all(names.map(async (name) => ({ name, keys: await device.cacheContents(name) }))),
      );
    } catch (error) {
      setCaches(null);
      setFailure(reasonOf(error));
    } finally {
      setLooking(false);
    }
  };
  return (
    <>
      <div className={classes.act}>
        <div>
          <CardHeading>{texts.about.caches}</CardHeading>
          <CardHint>{texts.about.cachesHint}</CardHint>
        </div>
        <Button variant="default" loading={isLooking} onClick={() => void look()}>
          {texts.about.showCaches}
        </Button>
      </div>
      {failure && <ErrorBanner text={failure} />}
      {caches && (
        <ul className={classes.list}>
          {caches.map((list) => (
            <li key={list.name}>
              <OneCache {...list} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
