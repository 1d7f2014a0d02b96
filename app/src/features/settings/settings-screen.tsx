import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { PageTitle } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { TabCount, tabClasses } from '#ui/tabs.tsx';
import { AboutTab } from './about-tab.tsx';
import { DebugTab } from './debug-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { revealsAdvancedTabs } from './settings-access.ts';
import { SettingsTab } from './settings-tab.tsx';
import { texts } from './texts.ts';
import { useWaitingPage } from './use-waiting-page.ts';
import { WaitingTab } from './waiting-tab.tsx';

/** About, Log and Waiting; two more for those who look after the product (SET-01, SET-02). */
export default function SettingsScreen() {
  const { session } = useServices();
  const { user } = useWatched(session);
  const waiting = useWaitingPage();
  const total = waiting.known?.total ?? 0;
  const [tab, setTab] = useState<string | null>(() =>
    location.hash.includes('waiting') ? 'waiting' : 'about',
  );
  const isAdvanced = revealsAdvancedTabs({
    hostname: location.hostname,
    hash: location.hash,
    roles: user?.roles ?? [],
  });
  return (
    <NarrowPage>
      <PageTitle inHeaderOnPhone>{texts.title}</PageTitle>
      <Tabs value={tab} onChange={setTab} classNames={tabClasses}>
        <Tabs.List aria-label={texts.title}>
          <Tabs.Tab value="about">{texts.tabs.about}</Tabs.Tab>
          <Tabs.Tab value="log">{texts.tabs.log}</Tabs.Tab>
          <Tabs.Tab value="waiting" rightSection={total > 0 ? <TabCount value={total} /> : null}>
            {texts.tabs.waiting}
          </Tabs.Tab>
          {isAdvanced && (
            <>
              <Tabs.Tab value="settings">{texts.tabs.settings}</Tabs.Tab>
              <Tabs.Tab value="debug">{texts.tabs.debug}</Tabs.Tab>
            </>
          )}
        </Tabs.List>
        <Tabs.Panel value="about">
          <AboutTab />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <LogTab />
        </Tabs.Panel>
        <Tabs.Panel value="waiting">
          <WaitingTab {...waiting} />
        </Tabs.Panel>
        {isAdvanced && (
          <>
            <Tabs.Panel value="settings">
              <SettingsTab />
            </Tabs.Panel>
            <Tabs.Panel value="debug">
              <DebugTab />
            </Tabs.Panel>
          </>
        )}
      </Tabs>
    </NarrowPage>
  );
}
