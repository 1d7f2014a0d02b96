import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useGivenBackFocus } from '#ui/use-given-back-focus.ts';
import { texts } from '../../texts.ts';
import { useDrag, useDragState } from '../drag/drag-area.tsx';
import classes from '../pack-builder.module.css';
import type { Work } from '../state/use-builder.ts';

interface Props {
  work: Work;
  onClose: () => void;
  /** What a tap has just done: the page that shows it lies below. */
  last: ReactNode;
  children: ReactNode;
}

/** The palette where there is no room beside the sections. It makes way for what is carried out of it, and for a new title. */
export default function PaletteDrawer({ work, onClose, last, children }: Props) {
  useGivenBackFocus();
  const { store, isHeld } = useDrag();
  const isCarried = useDragState(({ dragged }) => dragged !== null);
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.wasPut && !before.wasPut) onClose();
      }),
    [store, onClose],
  );
  useEffect(
    () =>
      work.store.subscribe(({ added }, before) => {
        if (added?.untitled && added !== before.added) onClose();
      }),
    [work, onClose],
  );
  return (
    <Drawer.Root
      opened
      // Escape puts back what is lifted, and the drawer hears of it first.
      onClose={() => isHeld() || onClose()}
      size={320}
      classNames={{
        // Out of sight and still there: a finger's events end with the element that it came down on.
        ...(isCarried && { root: classes.away }),
        content: classes.slide,
        header: classes.slideHead,
        title: classes.slideTitle,
        body: classes.slideBody,
      }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* No landmark: the page has its banner. */}
        <Drawer.Header role="presentation">
          <Drawer.Title>{texts.builder.palette}</Drawer.Title>
          <Drawer.CloseButton aria-label={texts.builder.dismiss} size={44} iconSize={20} />
        </Drawer.Header>
        <Drawer.Body>
          {children}
          {last}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
