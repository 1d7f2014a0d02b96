import { IconHelp } from '@tabler/icons-react';
import { useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { Banner } from '#ui/banner.tsx';
import classes from './help-banner.module.css';
import { texts } from './texts.ts';

/** Local storage key under which the time of the dismissal stands (HOME-12). */
const dismissedKey = 'dhb-1';

/** An invitation to the online help, until somebody dismisses it (HOME-11 to HOME-13). */
export function HelpBanner() {
  const { configuration, session } = useServices();
  const { user } = useWatched(session);
  const { help } = configuration;
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey) !== null);
  // The first one that the page of help shows to this person, too (HELP-02).
  const topic = help.topics.find(({ role }) => role === undefined || user?.roles.includes(role));
  const url = topic?.url ?? help.url;
  if (!help.url || !url || isDismissed) return null;
  return (
    <Banner
      tone="neutral"
      text={texts.help.invitation}
      icon={<IconHelp size={20} stroke={1.75} aria-hidden className={classes.icon} />}
      action={
        <a href={url} target="_blank" rel="noreferrer" className={classes.link}>
          {texts.help.open}
        </a>
      }
      dismissLabel={texts.help.dismiss}
      onDismiss={() => {
        localStorage.setItem(dismissedKey, new Date().toISOString());
        setDismissed(true);
      }}
    />
  );
}
