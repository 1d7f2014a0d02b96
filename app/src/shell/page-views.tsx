import { useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePageState } from '#navigation/page-state.tsx';
import { type ChannelSummary, useServices, useWatched } from '#services.ts';
import { ThirdPartyFrame } from '#ui/third-party-frame.tsx';
import { menuTexts } from './menu-texts.ts';
import { useRouteData } from './use-shell-data.ts';

interface Props {
  /** Address of the tag manager's script. */
  script: string;
  /** Null while it is being read, and without one. */
  channel: ChannelSummary | null;
}

type PageView = Record<string, string | null>;

/**
 * Tells the tag manager which pages are looked at, by the name of the page and its section, and by whom (TOUR-04,
 * TOUR-07), and that a file of a pack was opened (PVIEW-08). Never an address or a title: they name prospects. In a live
 * learning channel there is no tag manager (CHAN-03).
 */
export default function PageViews({ script, channel }: Props) {
  const { session, connection } = useServices();
  const { user, activeChannelId } = useWatched(session);
  const { online } = useWatched(connection);
  const { name, section } = useRouteData();
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? null });
  const [view, setView] = useState<PageView | null>(null);
  // A script that is asked for without a connection would never come.
  const [wasOnline, setWasOnline] = useState(online);
  if (online && !wasOnline) setWasOnline(true);

  const userId = user?.uuid ?? null;
  const isPractice = channel?.sandbox ?? false;
  const isKnown = activeChannelId === null || channel?.id === activeChannelId;
  const told = useRef<string | null>(null);
  // The frame of after the practice begins with what is looked at then.
  if (isPractice && view !== null) setView(null);
  useEffect(() => {
    if (path === null || !isKnown || told.current === path) return;
    told.current = path;
    if (!isPractice)
      setView({ event: 'page_view', page: name ?? 'not_found', section: section ?? null, user_id: userId });
  }, [path, isKnown, isPractice, name, section, userId]);

  const opened = usePageState((page) => page.opened);
  const tellOpened = useEffectEvent(() => {
    if (!isPractice)
      setView({ event: 'page_view', page: 'media', section: section ?? null, user_id: userId });
  });
  useEffect(() => {
    if (opened !== null) tellOpened();
  }, [opened]);

  if (view === null || !wasOnline) return null;
  return <ThirdPartyFrame hidden title={menuTexts.analytics} script={script} entry={view} />;
}
