import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Area } from '#navigation/route-data.ts';
import { AreaButton } from './area-button.tsx';
import { useAreaLinks } from './area-links.ts';
import type { Late } from './late-menu.tsx';
import menuClasses from './menu.module.css';
import { menuTexts } from './menu-texts.ts';
import { texts } from './texts.ts';

/** One header button with the recent items and the 'All …' entry of its area (NAV-51, NAV-52). */
export default function AreaMenu({ area, opensAtOnce, place }: { area: Area } & Late) {
  const navigate = useNavigate();
  const { recent, all } = useAreaLinks(area);
  return (
    <Menu position="bottom-start" width={280} defaultOpened={opensAtOnce}>
      <Menu.Target>
        <AreaButton area={area} ref={place} />
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.areas[area]}>
        {recent.length > 0 && <Menu.Label className={menuClasses.caption}>{menuTexts.recent}</Menu.Label>}
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
