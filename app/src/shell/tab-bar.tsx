import { IconBox, IconBriefcase, IconFolder, IconHome } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useServices, useWatched } from '#services.ts';
import classes from './tab-bar.module.css';
import { texts } from './texts.ts';
import { useRouteData } from './use-shell-data.ts';

const tabs = [
  { area: 'home', to: '/', label: texts.home, Icon: IconHome },
  { area: 'resources', to: '/content', label: texts.areas.resources, Icon: IconFolder },
  { area: 'apps', to: '/apps', label: texts.areas.apps, Icon: IconBox },
  { area: 'packs', to: '/packs', label: texts.areas.packs, Icon: IconBriefcase },
] as const;

/** A rule that asks the root for it (`:has`) has a browser look through the page whenever anything comes or goes. */
function tellRoot(bar: HTMLElement | null) {
  document.documentElement.toggleAttribute('data-tabs', bar !== null);
}

/** The four places at the thumb of who holds a phone. */
export function TabBar() {
  const route = useRouteData();
  const { activeChannelId } = useWatched(useServices().session);
  if (!activeChannelId) return null;
  const current = route.area ?? route.name;
  return (
    <nav ref={tellRoot} aria-label={texts.places} className={classes.bar}>
      {tabs.map(({ area, to, label, Icon }) => (
        <Link
          key={area}
          to={to}
          data-tour={area}
          className={classes.tab}
          data-active={current === area || undefined}
          aria-current={current === area ? 'page' : undefined}
        >
          <span className={classes.well}>
            <Icon size={20} stroke={1.75} aria-hidden />
          </span>
          {label}
        </Link>
      ))}
    </nav>
  );
}
