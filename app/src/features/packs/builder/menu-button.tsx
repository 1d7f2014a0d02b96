import { Menu } from '@mantine/core';
import {
  type ComponentPropsWithRef,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

interface Props {
  /** The button, the same one before and after its menu is made. */
  button: (props: ComponentPropsWithRef<'button'>) => ReactElement;
  width: number;
  onChange?: ((isOpen: boolean) => void) | undefined;
  /** The entries. */
  children: ReactNode;
}

/** A menu that is made when it is opened for the first time: a pack has thousands, and each costs more than what it is for. */
export function MenuButton({ button, ...menu }: Props) {
  const [isMade, setMade] = useState(false);
  if (isMade) return <MadeMenu button={button} {...menu} />;
  return button({ 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: () => setMade(true) });
}

function MadeMenu({ button, width, onChange, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const change = (next: boolean) => {
    setOpen(next);
    onChange?.(next);
  };
  const open = useEffectEvent(() => change(true));
  useEffect(() => {
    // Where the menu gives the focus back to.
    target.current?.focus({ preventScroll: true });
    open();
  }, []);
  return (
    <Menu position="bottom-end" width={width} opened={isOpen} onChange={change}>
      <Menu.Target>{button({ ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
