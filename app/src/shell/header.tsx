import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { usePageState } from '#navigation/page-state.tsx';
import { SatchelGlyph } from '#ui/satchel-glyph.tsx';
import { AreaMenu } from './area-menu.tsx';
import { ChannelSwitcher } from './channel-switcher.tsx';
import { ConnectionCapsule } from './connection-capsule.tsx';
import { ContextualHelp } from './contextual-help.tsx';
import classes from './header.module.css';
import { ProfileMenu } from './profile-menu.tsx';
import { texts } from './texts.ts';
import { useMyChannels, useRouteData } from './use-shell-data.ts';

const AppDrawer = lazy(() => import('./app-drawer.tsx'));

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
        <ActionIcon
          className={classes.phoneOnly}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={texts.openMenu}
          aria-haspopup="dialog"
          aria-expanded={isDrawerOpen}
          onClick={drawer.open}
        >
          <IconMenu2 size={22} stroke={1.75} />
        </ActionIcon>
        <Link to="/" className={classes.home} aria-label={texts.home}>
          <SatchelGlyph />
        </Link>
        <span className={classes.phoneTitle} aria-hidden="true">
          {phoneTitle}
        </span>
        <ChannelSwitcher channels={mine} active={active} />
        {active && (
          <nav aria-label={texts.mainNavigation} className={classes.areas}>
            <AreaMenu area="resources" />
            <AreaMenu area="apps" />
            <AreaMenu area="packs" />
          </nav>
        )}
        <div className={classes.end}>
          <ConnectionCapsule />
          <ContextualHelp />
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
