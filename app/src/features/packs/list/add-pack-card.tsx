import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { texts } from '../texts.ts';
import classes from './add-pack-card.module.css';

/** The open place in the list (PLIST-06). */
export const AddPackCard = () => (
  <Link to="/packs/new" className={classes.card}>
    <span className={classes.sign}>
      <IconPlus size={26} stroke={1.75} aria-hidden />
    </span>
    {texts.list.create}
  </Link>
);
