import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { isScriptAddress } from '@satchel/core/third-party/frame.ts';
import { IconExternalLink } from '@tabler/icons-react';
import { lazy, Suspense, useEffect } from 'react';
import { PageTitle } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import { Card, CardHeading, CardHint } from '#ui/card.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { useLive } from '#ui/use-live.ts';
import { helpPageUrl } from './contextual-help.ts';
import classes from './help-screen.module.css';
import { texts } from './texts.ts';

const FeedbackDialog = lazy(() => import('#ui/feedback-dialog.tsx'));

const byTitle = (a: { title?: string | null }, b: { title?: string | null }) =>
  (a.title ?? '').localeCompare(b.title ?? '');

/** Where help is found: topics of the configuration by role, the host's guides, and whom to tell (HELP-01 to HELP-03). */
export default function HelpScreen() {
  const { configuration, helpPages, session } = useServices();
  const { user } = useWatched(session);
  const guides =
    useLive(async () => (await helpPages.all()).toSorted(byTitle), [helpPages, user?.uuid]) ?? [];
  const { url, topics } = configuration.help;
  const [isReporting, report] = useDisclosure();
  useEffect(() => {
    // Without a host the guides that are here show; a load tells its own failure.
    void helpPages.load();
  }, [helpPages]);
  if (!url) return null;
  const mine = topics.filter(({ role }) => role === undefined || user?.roles.includes(role));
  return (
    <NarrowPage>
      <PageTitle inHeaderOnPhone>{texts.title}</PageTitle>
      <div className={classes.cards}>
        <TopicCard title={texts.resources} hint={texts.resourcesHint}>
          <Entry href={url}>{texts.online}</Entry>
          {mine.map((topic) => (
            <Entry key={topic.title} href={topic.url}>
              {topic.title}
            </Entry>
          ))}
        </TopicCard>
        {guides.length > 0 && (
          <TopicCard title={texts.guides} hint={texts.guidesHint}>
            {guides.map((page) => (
              <Entry key={page.id} href={helpPageUrl(url, page)}>
                {page.title ?? ''}
              </Entry>
            ))}
          </TopicCard>
        )}
        {configuration.feedback && (
          <TopicCard title={texts.report} hint={texts.reportHint}>
            {isScriptAddress(configuration.feedback) ? (
              <li>
                <UnstyledButton className={classes.link} onClick={report.open}>
                  {texts.reportLink}
                </UnstyledButton>
              </li>
            ) : (
              <Entry href={configuration.feedback}>{texts.reportLink}</Entry>
            )}
          </TopicCard>
        )}
      </div>
      {isReporting && configuration.feedback && (
        <Suspense>
          <FeedbackDialog script={configuration.feedback} title={texts.report} onClose={report.close} />
        </Suspense>
      )}
    </NarrowPage>
  );
}

interface TopicCardProps {
  title: string;
  hint: string;
  children: React.ReactNode;
}

function TopicCard({ title, hint, children }: TopicCardProps) {
  return (
    <Card aria-label={title}>
      <div className={classes.top}>
        <CardHeading>{title}</CardHeading>
        <CardHint>{hint}</CardHint>
      </div>
      <ul className={classes.links}>{children}</ul>
    </Card>
  );
}

const Entry = ({ href, children }: { href: string; children: string }) => (
  <li>
    <a href={href} target="_blank" rel="noreferrer" className={classes.link}>
      {children}
      <IconExternalLink size={18} stroke={1.75} aria-hidden />
    </a>
  </li>
);
