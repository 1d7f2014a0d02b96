import { Button, Tabs } from '@mantine/core';
import { mayCreatePacks } from '@satchel/core/pack/pack-permissions.ts';
import { IconChartBar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useWaitingItems } from '#collections/use-waiting-items.ts';
import { ChannelOnItsWay, useIsOnItsWay } from '#features/resources/channel-on-its-way.tsx';
import { ButtonLink } from '#navigation/links.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { useServices, useWatched, type WaitingItem } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { besides, passHandOn } from '#ui/pass-hand-on.ts';
import { TileSkeletons } from '#ui/skeletons.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { TabCount, tabClasses } from '#ui/tabs.tsx';
import { useLive } from '#ui/use-live.ts';
import { usePackActions } from './acts/use-pack-actions.tsx';
import { AddPackCard } from './list/add-pack-card.tsx';
import { MissingPacksLines } from './list/missing-packs-lines.tsx';
import { PackCard } from './list/pack-card.tsx';
import {
  arrangedPacks,
  countsOfTabs,
  type PackSort,
  type PackTab,
  packsOfTab,
  packTabs,
} from './list/pack-list.ts';
import { PackListTools } from './list/pack-list-tools.tsx';
import classes from './pack-list-screen.module.css';
import { texts } from './texts.ts';
import { useKept } from './use-kept.ts';

/** What was refused is among them in any case; with more the list would not open. */
const mostLookedAt = 500;

/** Refused work of a pack weighs more than work that waits. */
function standingsOf(items: readonly WaitingItem[]) {
  const standings = new Map<string, 'waiting' | 'refused'>();
  for (const { packId, state } of items) {
    if (packId === null || standings.get(packId) === 'refused') continue;
    standings.set(packId, state === 'refused' ? 'refused' : 'waiting');
  }
  return standings;
}

const tabsHere = {
  ...tabClasses,
  root: classes.tabs ?? '',
  list: `${tabClasses.list} ${classes.list}`,
  tab: `${tabClasses.tab} ${classes.tab}`,
};

/** All packs of the channel that this person may see (PLIST-01 to PLIST-15). */
export default function PackListScreen() {
  const { user } = useWatched(useServices().session);
  // Nobody goes on with what somebody else had open, a question about one of their packs say.
  return <PackList key={user?.uuid} />;
}

function PackList() {
  const { packs, session, configuration } = useServices();
  const { user, activeChannelId } = useWatched(session);
  const [tab, setTab] = useKept<PackTab>('packs.tab', 'all');
  const all = useLive(
    async () => (activeChannelId ? packs.inChannel(activeChannelId) : []),
    [activeChannelId, user?.uuid],
  );
  const standings = standingsOf(useWaitingItems(mostLookedAt)?.items ?? []);
  const canCreate = mayCreatePacks({ flags: configuration.flags, userId: user?.uuid ?? null });
  const [search, setSearch] = useState('');
  const [sort, setSort] = useKept<PackSort>('packs.sort', 'changed');
  // Typing goes on while the cards of a long list are drawn.
  const sought = useDeferredValue(search.trim());
  const found = all && arrangedPacks(all, { search: sought, sort });
  const areOnTheirWay = useArePacksOnTheirWay();
  // How many there are is not known before any came.
  const counts = found && !(all.length === 0 && areOnTheirWay) ? countsOfTabs(found) : null;
  const { dialogs, ...acts } = usePackActions({
    onGone: ({ id }) => {
      const cardOf = (packId: string) => `[data-tab="${tab}"] [data-pack="${packId}"]`;
      const beside = found ? besides(packsOfTab(found, tab), (pack) => pack.id === id) : [];
      // With a card that has gone already goes the question above it.
      const from = document.querySelector(cardOf(id)) ?? document.activeElement;
      if (from) passHandOn(from, [...beside.map((pack) => `${cardOf(pack.id)} [aria-haspopup]`), 'h1']);
    },
  });
  return (
    <>
      <PageTitle
        inHeaderOnPhone
        actions={<PackListTools search={search} onSearch={setSearch} sort={sort} onSort={setSort} />}
      >
        {texts.list.title}
      </PageTitle>
      <MissingPacksLines />
      <Tabs value={tab} onChange={(next) => setTab(next as PackTab)} classNames={tabsHere}>
        <Tabs.List>
          {packTabs.map((name) => (
            <Tabs.Tab key={name} value={name} rightSection={<TabCount value={counts?.[name] ?? null} />}>
              {texts.list.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {user && (
          <Link to="/reports" className={classes.reports}>
            <IconChartBar size={20} stroke={1.75} aria-hidden />
            <span>{texts.list.reports}</span>
          </Link>
        )}
        <Spoken role="status">{sought && found && texts.list.found(packsOfTab(found, tab).length)}</Spoken>
        {packTabs.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {found ? (
              <PackGrid
                tab={name}
                shown={packsOfTab(found, name)}
                areOnTheirWay={areOnTheirWay}
                sought={sought}
                onShowAll={() => setSearch('')}
                isSignedOut={!user && name !== 'shared'}
                canCreate={canCreate}
                standings={standings}
                acts={acts}
              />
            ) : (
              <TileSkeletons count={6} label={texts.list.loading} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      {dialogs}
    </>
  );
}

/** A list without any then says nothing about the channel. */
function useArePacksOnTheirWay(): boolean {
  const { channels, session } = useServices();
  const { user, activeChannelId } = useWatched(session);
  const isOnItsWay = useIsOnItsWay();
  const haveCome = useLive(
    async () => activeChannelId === null || (await channels.lastSync(activeChannelId)) !== null,
    [activeChannelId, user?.uuid],
  );
  return isOnItsWay || !haveCome;
}

interface GridProps {
  tab: PackTab;
  shown: readonly PackRecord[];
  areOnTheirWay: boolean;
  /** Empty where all are shown. */
  sought: string;
  onShowAll: () => void;
  /** Nothing is known of one's own packs, which would be here. */
  isSignedOut: boolean;
  canCreate: boolean;
  standings: ReadonlyMap<string, 'waiting' | 'refused'>;
  acts: Pick<ReturnType<typeof usePackActions>, 'start' | 'isSending'>;
}

function PackGrid(props: GridProps) {
  const { tab, shown, areOnTheirWay, sought, onShowAll, isSignedOut, canCreate, standings, acts } = props;
  const offersNew = canCreate && tab !== 'shared';
  if (isSignedOut && tab === 'mine') return <ToLogIn />;
  return (
    <>
      <div className={classes.grid} data-tab={tab}>
        {offersNew && <AddPackCard />}
        {shown.length === 0 && (sought !== '' || !areOnTheirWay) && (
          <div className={classes.empty} data-beside={offersNew || undefined}>
            {sought !== '' ? (
              <EmptyState
                text={texts.list.noMatch(sought)}
                action={
                  <Button variant="light" onClick={onShowAll}>
                    {texts.list.clearSearch}
                  </Button>
                }
              />
            ) : isSignedOut ? (
              <ToLogIn />
            ) : (
              <EmptyState text={texts.list.empty[tab]} />
            )}
          </div>
        )}
        {shown.map((pack) => (
          <PackCard
            key={pack.id}
            pack={pack}
            standing={standings.get(pack.id) ?? null}
            start={acts.start}
            isSending={acts.isSending(pack)}
          />
        ))}
      </div>
      {shown.length === 0 && sought === '' && areOnTheirWay && tab !== 'mine' && <ChannelOnItsWay />}
    </>
  );
}

const ToLogIn = () => (
  <EmptyState
    text={texts.list.signedOut}
    action={<ButtonLink to="/user/login">{texts.list.login}</ButtonLink>}
  />
);
