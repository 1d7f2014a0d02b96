import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';

/** Shown at once the first time: the pointer or the focus is there already. */
const HintTooltip = ({ target, label }: { target: HTMLElement; label: string }) => (
  <Tooltip target={target} label={label} />
);

export default HintTooltip;
