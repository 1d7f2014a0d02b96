import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useTransition } from 'react';
import { usePageState } from '#navigation/page-state.tsx';
import type { Area } from '#navigation/route-data.ts';
import { type ChannelSummary, useServices, useWatched } from '#services.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyExtra } from '#ui/lazy-extra.ts';
import { SatchelGlyph } from '#ui/satchel-glyph.tsx';
import { AreaButton } from './area-button.tsx';
import { ChannelButton } from './channel-button.tsx';
import { PlainChannelLabel } from './channel-label.tsx';
import { withinChunkLimit } from './chunk-limit.ts';
import { ConnectionCapsule } from './connection-capsule.tsx';
import classes from './header.module.css';
import { lateMenu, type StandIn } from './late-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { texts } from './texts.ts';
import { type MyChannels, useRouteData } from './use-shell-data.ts';

// These come with a channel, while most of it is still on its way.
const menusAfterMs = 1000;

const AreaMenu = lateMenu<{ area: Area }>(
  () => import('./area-menu.tsx'),
  ({ area, standIn }) => <AreaButton area={area} {...standIn} />,
  { afterMs: menusAfterMs },
);
const ChannelSwitcher = lateMenu<{ channels: readonly ChannelSummary[]; active: ChannelSummary }>(
  () => import('./channel-switcher.tsx'),
  ({ active, standIn }) => <ChannelButton active={active} {...standIn} />,
  { afterMs: menusAfterMs },
);
const ProfileMenu = lateMenu<{ channels: readonly ChannelSummary[] }>(
  () => import('./profile-menu.tsx'),
  ({ standIn }) => <ProfileStandIn {...standIn} />,
);
const ContextualHelp = lazyExtra(() => import('./contextual-help.tsx'));
const loadDrawer = () => import('./app-drawer.tsx');
const AppDrawer = lazy(loadDrawer);

const areas = ['resources', 'apps', 'packs'] as const;

/** Home, channel, the three areas, connection, help and profile (NAV-44). */
export function Header({ mine, active }: MyChannels) {
  const [isDrawerOpen, drawer] = useDisclosure();
  const [isDrawerComing, startComing] = useTransition();
  const route = useRouteData();
  const itemTitle = usePageState((state) => state.itemTitle);
  const phoneTitle = route.name === 'home' ? (active?.title ?? texts.product) : (itemTitle ?? route.title);
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <IconButton
          className={classes.phoneOnly}
          aria-label={texts.openMenu}
          aria-haspopup="dialog"
          aria-expanded={isDrawerOpen}
          aria-busy={isDrawerComing}
          onClick={() =>
            startComing(async () => {
              await withinChunkLimit(loadDrawer());
              drawer.open();
            })
          }
        >
          <IconMenu2 size={22} stroke={1.75} />
        </IconButton>
        <Link to="/" className={classes.home} aria-label={texts.home}>
          <SatchelGlyph />
        </Link>
        <span className={classes.phoneTitle} aria-hidden="true">
          {phoneTitle}
        </span>
        {active &&
          (mine.length > 1 ? (
            <ChannelSwitcher channels={mine} active={active} />
          ) : (
            <PlainChannelLabel channel={active} />
          ))}
        {active && (
          <nav aria-label={texts.mainNavigation} className={classes.areas}>
            {areas.map((area) => (
              <AreaMenu key={area} area={area} />
            ))}
          </nav>
        )}
        <div className={classes.end}>
          {active && <SearchButton channelId={active.id} />}
          <ConnectionCapsule />
          <Suspense>
            <ContextualHelp />
          </Suspense>
          <ProfileMenu channels={mine} />
        </div>
      </div>
      {isDrawerOpen && (
        <Suspense>
          <AppDrawer onClose={drawer.close} hasChannel={active !== null} />
        </Suspense>
      )}
    </header>
  );
}

/** The portrait comes with the menu; until then its place can be pressed. */
function ProfileStandIn(button: StandIn) {
  const { user } = useWatched(useServices().session);
  return (
    <IconButton
      {...button}
      className={classes.profile}
      data-tour="profile"
      aria-label={texts.profileMenu(user?.name ?? null)}
    >
      <span className={classes.portrait} />
    </IconButton>
  );
}
