import {
  type ComponentType,
  type RefCallback,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useServices } from '#services.ts';
import { lazyExtra } from '#ui/lazy-extra.ts';
import { withinChunkLimit } from './chunk-limit.ts';
import { texts } from './texts.ts';

/** What makes a button the stand-in of a menu's own. */
export interface StandIn {
  ref: RefCallback<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': false;
  'aria-busy': boolean;
  onClick: () => void;
}

/** The menu opens by itself as soon as it is there: somebody pressed its stand-in. */
export interface Late {
  opensAtOnce: boolean;
  /** For the menu's own button, which takes the place of the stand-in and the focus with it. */
  place: RefCallback<HTMLButtonElement>;
}

/**
 * Menus bring a good part of the interface library: they come after the first paint, and stand-ins of the same
 * look hold their places. A press on a stand-in is remembered, and brings its menu at once.
 * @param afterMs so long the page and the reading of a channel have the processor for themselves
 */
export function lateMenu<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props & Late> }>,
  Button: ComponentType<Props & { standIn: StandIn }>,
  { afterMs = 0 } = {},
) {
  /** The menu did not come: the page around it goes on, and a press says so. */
  function MissingMenu(props: Props & Late) {
    const { notices } = useServices();
    const say = () => notices.show({ tone: 'problem', text: texts.menuMissing });
    const standIn: StandIn = {
      ref: props.place,
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      'aria-busy': false,
      onClick: say,
    };
    return <Button {...props} standIn={standIn} />;
  }
  const Menu = lazyExtra<Props & Late>(() => withinChunkLimit(load()), MissingMenu);
  return function LateMenu(props: Props) {
    const [isPressed, setPressed] = useState(false);
    const [isDue, setDue] = useState(afterMs === 0);
    useEffect(() => {
      if (isDue) return;
      const timer = setTimeout(() => setDue(true), afterMs);
      return () => clearTimeout(timer);
    }, [isDue]);
    const hadFocus = useRef(false);
    const place = useCallback((button: HTMLButtonElement) => {
      if (hadFocus.current) button.focus();
      return () => {
        hadFocus.current = document.activeElement === button;
      };
    }, []);
    const standIn: StandIn = {
      ref: place,
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      'aria-busy': isPressed,
      onClick: () => setPressed(true),
    };
    const button = <Button {...props} standIn={standIn} />;
    if (!isPressed && !isDue) return button;
    return (
      <Suspense fallback={button}>
        <Menu {...props} opensAtOnce={isPressed} place={place} />
      </Suspense>
    );
  };
}
