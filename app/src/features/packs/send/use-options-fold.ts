import { useState } from 'react';
import { useKept } from '../use-kept.ts';

export type OptionsFold = ReturnType<typeof useOptionsFold>;

/** Whether the options are open: as the rep left them, or because something in them is wrong, which is not kept. */
export function useOptionsFold() {
  const [isKeptOpen, keepOpen] = useKept('send.options', true);
  const [hasToBeSeen, setHasToBeSeen] = useState(false);
  const isOpen = isKeptOpen || hasToBeSeen;
  const toggle = () => {
    setHasToBeSeen(false);
    keepOpen(!isOpen);
  };
  return { isOpen, toggle, show: () => setHasToBeSeen(true) };
}
