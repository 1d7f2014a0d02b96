import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Area } from '#navigation/route-data.ts';
import { useAreaLinks } from './area-links.ts';
import classes from './area-menu.module.css';
import menuClasses from './menu.module.css';
import { texts } from './texts.ts';
import { useRouteData } from './use-shell-data.ts';

/** One header button with the recent items and the 'All …' entry of its area (NAV-51, NAV-52). */
export function AreaMenu({ area }: { area: Area }) {
  const route = useRouteData();
  const navigate = useNavigate();
  const { recent, all } = useAreaLinks(area);
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.button}
          data-active={route.area === area || undefined}
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          {texts.areas[area]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.areas[area]}>
        {recent.length > 0 && <Menu.Label className={menuClasses.caption}>{texts.recent}</Menu.Label>}
        {recent.map(({ key, label, link }) => (
          <Menu.Item key={key} className={menuClasses.item} onClick={() => void navigate(link)}>
            {label}
          </Menu.Item>
        ))}
        {recent.length > 0 && <Menu.Divider />}
        {all.map(({ key, label, link }) => (
          <Menu.Item key={key} className={menuClasses.item} onClick={() => void navigate(link)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
