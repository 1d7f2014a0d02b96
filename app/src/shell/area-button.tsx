import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import type { Area } from '#navigation/route-data.ts';
import { PlainButton } from '#ui/plain-button.tsx';
import classes from './area-button.module.css';
import { texts } from './texts.ts';
import { useRouteData } from './use-shell-data.ts';

type Props = { area: Area } & ComponentPropsWithRef<'button'>;

/** The header's button of an area; soft while a page of the area is open. */
export function AreaButton({ area, ...button }: Props) {
  const route = useRouteData();
  return (
    <PlainButton
      data-tour={area}
      data-active={route.area === area || undefined}
      {...button}
      className={`${classes.button} ${button.className ?? ''}`}
    >
      {texts.areas[area]}
      <IconChevronDown size={16} stroke={1.75} aria-hidden />
    </PlainButton>
  );
}
