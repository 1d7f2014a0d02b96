import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { usePageState } from '#navigation/page-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SatchelGlyph } from '#ui/satchel-glyph.tsx';
import { AreaButton } from './area-button.tsx';
import { PlainChannelLabel } from './channel-label.tsx';
import { ConnectionCapsule } from './connection-capsule.tsx';
import classes from './header.module.css';
import { texts } from './texts.ts';
import { useMyChannels, useRouteData } from './use-shell-data.ts';

// Menus bring a good part of the interface library: they come right after the first paint, and stand-ins of the same
// look hold their places.
const AreaMenu = lazy(() => import('./area-menu.tsx'));
const ChannelSwitcher = lazy(() => import('./channel-switcher.tsx'));
const ContextualHelp = lazy(() => import('./contextual-help.tsx'));
const ProfileMenu = lazy(() => import('./profile-menu.tsx'));
const AppDrawer = lazy(() => import('./app-drawer.tsx'));

const areas = ['resources', 'apps', 'packs'] as const;

/** Home, channel, the three areas, connection, help and profile (NAV-44). */
export function Header() {
  const [isDrawerOpen, drawer] = useDisclosure();
  const { mine, active } = useMyChannels();
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
          onClick={drawer.open}
        >
          <IconMenu2 size={22} stroke={1.75} />
        </IconButton>
        <Link to="/" className={classes.home} aria-label={texts.home}>
          <SatchelGlyph />
        </Link>
        <span className={classes.phoneTitle} aria-hidden="true">
          {phoneTitle}
        </span>
        {active && (
          <Suspense fallback={<PlainChannelLabel channel={active} />}>
            {mine.length > 1 ? (
              <ChannelSwitcher channels={mine} active={active} />
            ) : (
              <PlainChannelLabel channel={active} />
            )}
          </Suspense>
        )}
        {active && (
          <nav aria-label={texts.mainNavigation} className={classes.areas}>
            {areas.map((area) => (
              <Suspense key={area} fallback={<AreaButton area={area} />}>
                <AreaMenu area={area} />
              </Suspense>
            ))}
          </nav>
        )}
        <div className={classes.end}>
          <ConnectionCapsule />
          <Suspense>
            <ContextualHelp />
          </Suspense>
          <Suspense fallback={<span className={classes.profile} />}>
            <ProfileMenu channels={mine} />
          </Suspense>
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
