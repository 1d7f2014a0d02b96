import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import classes from './pack-builder.module.css';

/** The palette where there is no room beside the sections. */
export default function PaletteDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      size={320}
      title={texts.builder.palette}
      closeButtonProps={{ 'aria-label': texts.builder.dismiss, size: 44, iconSize: 20 }}
      classNames={{
        content: classes.slide,
        header: classes.slide,
        title: classes.slideTitle,
        body: classes.slideBody,
      }}
    >
      {children}
    </Drawer>
  );
}
