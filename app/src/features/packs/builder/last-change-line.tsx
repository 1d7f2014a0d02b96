import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { passHandOn } from '#ui/pass-hand-on.ts';
import { texts } from '../texts.ts';
import classes from './pack-builder.module.css';
import type { Builder } from './state/use-builder.ts';

/** Says what was just done, and takes it back or does it again. Stays until the next change or until it is closed. */
export function LastChangeLine({ last, work: { actions } }: Pick<Builder, 'last' | 'work'>) {
  return (
    <div className={classes.lastPlace} role="status">
      {last && (
        <div className={classes.last}>
          <span className={classes.lastText}>{last.text}</span>
          <Button variant="subtle" onClick={actions[last.offers]}>
            {texts.builder[last.offers]}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={texts.builder.dismiss}
            onClick={({ currentTarget, detail }) => {
              // By keys. In the palette of a narrow window it stands in a dialog.
              if (detail === 0) passHandOn(currentTarget, ['[role="dialog"] button', '[data-add-section]']);
              actions.dismissLast();
            }}
          >
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}
