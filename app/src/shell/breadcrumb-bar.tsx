import { IconChevronRight } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { crumbsOf } from '#navigation/breadcrumbs.ts';
import { newPackId } from '#navigation/new-pack-id.ts';
import { usePageState } from '#navigation/page-state.tsx';
import { useServices } from '#services.ts';
import classes from './breadcrumb-bar.module.css';
import { texts } from './texts.ts';
import { useRouteData } from './use-shell-data.ts';

/** Appears only when the configuration wants it and the page has breadcrumbs (NAV-42). */
export function BreadcrumbBar({ channelTitle }: { channelTitle: string | null }) {
  const { flags } = useServices().configuration;
  const route = useRouteData();
  const itemTitle = usePageState((state) => state.itemTitle);
  const { id = '' } = useParams({ strict: false });
  const isNew = id === newPackId;
  const crumbs = flags.breadcrumbMenuEnabled ? crumbsOf(route, { channelTitle, itemTitle, isNew }) : [];
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={texts.breadcrumbs} className={classes.bar}>
      <ol>
        {crumbs.map(({ label, to }) => (
          <li key={`${to} ${label}`}>
            {to ? (
              <>
                <Link to={to} params={{ id }} className={classes.link}>
                  {label}
                </Link>
                <IconChevronRight size={16} stroke={1.75} aria-hidden />
              </>
            ) : (
              <span aria-current="page" className={classes.current}>
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
