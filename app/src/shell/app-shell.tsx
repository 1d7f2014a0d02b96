import { Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef } from 'react';
import { windowTitle } from '#navigation/breadcrumbs.ts';
import { leavePage, useChannelInView, usePageState, usePageStore } from '#navigation/page-state.tsx';
import { usePageLeft } from '#navigation/use-page-left.ts';
import { useServices, useWatched } from '#services.ts';
import { lazyExtra } from '#ui/lazy-extra.ts';
import { OwnerLine } from '#ui/owner-line.tsx';
import classes from './app-shell.module.css';
import { BreadcrumbBar } from './breadcrumb-bar.tsx';
import { Header } from './header.tsx';
import { NewVersionDialog } from './new-version-dialog.tsx';
import { Notices } from './notices.tsx';
import { SkipLink } from './skip-link.tsx';
import { TabBar } from './tab-bar.tsx';
import { useMyChannels, useRouteData } from './use-shell-data.ts';

const AfterStart = lazyExtra(() => import('./after-start.tsx'));
const PageViews = lazyExtra(() => import('./page-views.tsx'));

/** Header, page and footer: what stands around every screen. */
export function AppShell() {
  const { configuration, channels } = useServices();
  const route = useRouteData();
  const mine = useMyChannels();
  const { active } = mine;
  useChannelInView(active && { pulled: active.pulled, reload: (how) => channels.load(active.id, how) });
  useNavigationTraces();
  useGuardsAgain();
  // Notices stay while the shell around the page comes and goes: whoever is signed out is told why on the login page.
  return (
    <>
      {route.bare ? (
        <Outlet />
      ) : (
        <div className={classes.page}>
          <SkipLink />
          <Header {...mine} />
          <BreadcrumbBar channelTitle={active?.title ?? null} />
          <main id="content" className={classes.main} tabIndex={-1}>
            <Outlet />
          </main>
          <OwnerLine {...configuration} />
          <TabBar />
        </div>
      )}
      <WindowTitle channelTitle={active?.title ?? null} />
      <Notices />
      <NewVersionDialog />
      <Suspense>
        <AfterStart />
      </Suspense>
      {configuration.analytics && (
        <Suspense>
          <PageViews script={configuration.analytics} channel={active} />
        </Suspense>
      )}
    </>
  );
}

/** By itself: a title may change with every key, and the shell stands around all links. */
function WindowTitle({ channelTitle }: { channelTitle: string | null }) {
  const route = useRouteData();
  const itemTitle = usePageState((state) => state.itemTitle);
  const title = windowTitle(route, { channelTitle, itemTitle });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

/** Clears the refresh state at every navigation and hands the focus to the new page's title. */
function useNavigationTraces() {
  const store = usePageStore();
  usePageLeft(useCallback(() => leavePage(store), [store]));
}

/** Who leaves the channel or signs out while a page is open may have to leave that page. */
function useGuardsAgain() {
  const router = useRouter();
  const { user, activeChannelId } = useWatched(useServices().session);
  const standing = `${user?.uuid ?? ''} ${activeChannelId ?? ''}`;
  const before = useRef(standing);
  useEffect(() => {
    if (before.current === standing) return;
    before.current = standing;
    void router.invalidate();
  }, [router, standing]);
}
