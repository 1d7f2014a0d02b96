import { ActionIcon, Menu } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useLocation, useParams } from '@tanstack/react-router';
import { helpPagesFor, helpPageUrl } from '#features/help/contextual-help.ts';
import { matchExpression } from '#features/help/expression-matcher.ts';
import { newPackId } from '#navigation/new-pack-id.ts';
import type { RouteName } from '#navigation/route-data.ts';
import { useServices, useWatched } from '#services.ts';
import { Hint } from '#ui/hint.tsx';
import { useLive } from '#ui/use-live.ts';
import classes from './contextual-help.module.css';
import menuClasses from './menu.module.css';
import { menuTexts } from './menu-texts.ts';
import { useRouteData } from './use-shell-data.ts';

const newPack: RouteName = 'packs__new';

/** One link, or a menu of several, chosen by the page that is open; hidden without a match (HELP-04, HELP-06). */
export default function ContextualHelp() {
  const { configuration, helpPages, session } = useServices();
  const { user } = useWatched(session);
  const { name } = useRouteData();
  const { id } = useParams({ strict: false });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const base = configuration.help.url;
  const pages =
    useLive(async () => {
      // packs/new leads on to a page of its own name.
      const names = id === newPackId ? [newPack, name] : [name];
      return base ? helpPagesFor(await helpPages.all(), { names, path }, matchExpression) : [];
    }, [base, name, id, path, user?.uuid]) ?? [];
  const [first] = pages;
  if (!base || !first) return null;
  const icon = <IconHelp size={22} stroke={1.75} aria-hidden />;
  const look = { variant: 'subtle', color: 'gray', size: 44, className: classes.button } as const;
  if (pages.length === 1)
    return (
      <Hint label={first.title ?? menuTexts.contextualHelp}>
        <ActionIcon
          {...look}
          component="a"
          href={helpPageUrl(base, first)}
          target="_blank"
          rel="noreferrer"
          aria-label={first.title ?? menuTexts.contextualHelp}
        >
          {icon}
        </ActionIcon>
      </Hint>
    );
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon {...look} aria-label={menuTexts.contextualHelp}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={menuTexts.contextualHelp}>
        {pages.map((page) => (
          <Menu.Item
            key={page.id}
            component="a"
            href={helpPageUrl(base, page)}
            target="_blank"
            rel="noreferrer"
            className={menuClasses.item}
          >
            {page.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
