import '@mantine/core/styles/Tabs.layer.css';
import classes from './tabs.module.css';

/** How the tabs of a screen look, for Mantine's `classNames`. */
export const tabClasses = {
  list: classes.list ?? '',
  tab: classes.tab ?? '',
  tabSection: classes.section ?? '',
};

/** How many things are behind a tab, for its right section. Null, while it is not known, keeps the place. */
export const TabCount = ({ value }: { value: number | null }) => (
  <span className={classes.count}>{value}</span>
);
