import { UnstyledButton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useHintTitle } from '#ui/hint-level.ts';
import { texts } from '../../texts.ts';
import classes from './link-dialog.module.css';
import { ownVisit } from './own-visit.ts';

/** Opens the link as one's own visit. A button, so that nobody copies its address for the prospect. */
export const OpenButton = ({ link }: { link: string }) => (
  <UnstyledButton
    className={classes.copy}
    aria-label={texts.link.open}
    title={useHintTitle(texts.link.open)}
    onClick={() => window.open(ownVisit(link), '_blank', 'noopener')}
  >
    <IconExternalLink size={22} stroke={1.75} aria-hidden />
  </UnstyledButton>
);
