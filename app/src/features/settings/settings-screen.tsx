import { Tabs } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
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

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The tab of the settings that was chosen at this address. */
    tab?: string | undefined;
  }
}

/** About, Log and Waiting; two more for those who look after the product (SET-01, SET-02). */
export default function SettingsScreen() {
  const { session } = useServices();
  const { user } = useWatched(session);
  const waiting = useWaitingPage();
  const total = waiting.known?.total ?? 0;
  const [tab, choose] = useTab();
  const isAdvanced = revealsAdvancedTabs({
    hostname: location.hostname,
    hash: location.hash,
    roles: user?.roles ?? [],
  });
  return (
    <NarrowPage>
      <PageTitle inHeaderOnPhone>{texts.title}</PageTitle>
      <Tabs value={tab} onChange={choose} classNames={tabClasses}>
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
              {/* What one person had shown is for nobody who signs in after them in another window. */}
              <DebugTab key={user?.uuid} />
            </Tabs.Panel>
          </>
        )}
      </Tabs>
    </NarrowPage>
  );
}

/**
 * The tab that the address names, until another is chosen. The choice stands beside the address: a notice that leads to
 * the same address again is followed, since it comes without one.
 */
function useTab() {
  const navigate = useNavigate();
  const named = useLocation({
    // The page stays drawn, tab and all, while the next one is on its way.
    select: ({ pathname, hash, state }) =>
      pathname === '/settings' ? (state.tab ?? (hash === 'waiting' ? 'waiting' : 'about')) : null,
  });
  const [tab, setTab] = useState(named);
  if (named !== null && named !== tab) setTab(named);
  const choose = (chosen: string | null) =>
    void navigate({
      to: '.',
      search: true,
      hash: true,
      state: { tab: chosen ?? undefined },
      replace: true,
      resetScroll: false,
    });
  return [tab, choose] as const;
}
