import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';

interface Props {
  target: HTMLElement;
  label: string;
  isOpen: boolean;
}

const HintTooltip = ({ target, label, isOpen }: Props) => (
  <Tooltip target={target} label={label} opened={isOpen} />
);

export default HintTooltip;
