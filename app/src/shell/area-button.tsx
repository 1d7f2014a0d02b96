import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Area } from '#navigation/route-data.ts';
import classes from './area-button.module.css';
import { texts } from './texts.ts';
import { useRouteData } from './use-shell-data.ts';

type Props = { area: Area; className?: string } & ButtonProps & ElementProps<'button', keyof ButtonProps>;

/** The header's button of an area; soft while a page of the area is open. */
export function AreaButton({ area, ...button }: Props) {
  const route = useRouteData();
  return (
    <Button
      variant="subtle"
      color="gray"
      data-active={route.area === area || undefined}
      rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
      {...button}
      className={`${classes.button} ${button.className ?? ''}`}
    >
      {texts.areas[area]}
    </Button>
  );
}
