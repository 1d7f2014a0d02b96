import { Tabs } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { MissingPage } from '#navigation/missing-page.tsx';
import { useItemTitle } from '#navigation/page-state.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { tabClasses } from '#ui/tabs.tsx';
import { SendLink } from './acts/send-link.tsx';
import { useOffered } from './acts/use-pack-permissions.ts';
import { isAtHost } from './opening/is-at-host.ts';
import { PackFailure } from './opening/pack-failure.tsx';
import { PackPageSkeleton } from './opening/pack-page-skeleton.tsx';
import { usePack } from './opening/use-pack.ts';
import { ReportPanel } from './reports/report-panel.tsx';
import { texts } from './reports/texts.ts';

const tabs = ['recipients', 'media', 'visits'] as const;

/** What the host counts of one pack: recipients, files and visits (PRPT-03, PRPT-06). */
export default function PackReportsScreen() {
  const { id } = useParams({ from: '/packs/$id/reports' });
  const found = usePack(id);
  useItemTitle(found.state === 'here' ? found.pack.title : null);
  if (found.state === 'missing') return <PackFailure failure={found.failure} />;
  if (found.state === 'loading') return <PackPageSkeleton />;
  return <ReportsOf pack={found.pack} />;
}

function ReportsOf({ pack }: { pack: Parameters<typeof useOffered>[0] }) {
  const may = useOffered(pack);
  const [tab, setTab] = useState<string | null>('recipients');
  if (!may.view) return <MissingPage />;
  // To whom it went stands there, opened or not.
  const toDetails = (
    <ButtonLink to="/packs/$id/details" params={{ id: pack.id }} variant="light">
      {texts.toDetails}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle
        actions={
          <ButtonLink to="/reports" variant="default">
            {texts.allPacks}
          </ButtonLink>
        }
      >
        {texts.title}
      </PageTitle>
      <Tabs value={tab} onChange={setTab} keepMounted={false} classNames={tabClasses}>
        <Tabs.List>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <ReportPanel
              segments={isAtHost(pack) ? ['pack', pack.id, name] : null}
              name={texts.tabs[name]}
              empty={texts.empty[name]}
              wayOn={name !== 'visits' && may.send ? <SendLink packId={pack.id} /> : toDetails}
              wayOnOffline={toDetails}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
