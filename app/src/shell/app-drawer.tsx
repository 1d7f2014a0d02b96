import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Area } from '#navigation/route-data.ts';
import { usePageLeft } from '#navigation/use-page-left.ts';
import { useGivenBackFocus } from '#ui/use-given-back-focus.ts';
import classes from './app-drawer.module.css';
import { useAreaLinks } from './area-links.ts';
import { menuTexts } from './menu-texts.ts';
import { texts } from './texts.ts';

interface Props {
  onClose: () => void;
  hasChannel: boolean;
}

/** The same links as the header's dropdowns (NAV-55). */
export default function AppDrawer({ onClose, hasChannel }: Props) {
  useGivenBackFocus();
  usePageLeft(onClose);
  return (
    <Drawer
      opened
      onClose={onClose}
      size={300}
      title={texts.product}
      closeButtonProps={{ 'aria-label': menuTexts.closeMenu, size: 44, iconSize: 20 }}
      classNames={{ content: classes.content, header: classes.content, title: classes.title }}
    >
      <nav aria-label={texts.mainNavigation} className={classes.links}>
        <Link to="/" className={classes.link} onClick={onClose}>
          {texts.home}
        </Link>
        {hasChannel && (
          <>
            <AreaGroup area="resources" onClose={onClose} />
            <AreaGroup area="apps" onClose={onClose} />
            <AreaGroup area="packs" onClose={onClose} />
          </>
        )}
      </nav>
    </Drawer>
  );
}

function AreaGroup({ area, onClose }: { area: Area; onClose: () => void }) {
  const { recent, all } = useAreaLinks(area);
  return (
    <>
      <h2 className={classes.caption}>{texts.areas[area]}</h2>
      {[...recent, ...all].map(({ key, label, link }) => (
        <Link key={key} {...link} className={classes.link} onClick={onClose}>
          {label}
        </Link>
      ))}
    </>
  );
}
