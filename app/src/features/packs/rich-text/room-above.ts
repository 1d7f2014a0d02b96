import type { Editor } from '@tiptap/react';
import { type RefObject, useEffect } from 'react';

const barsAbove = () => [...document.querySelectorAll<HTMLElement>('header, [data-top-bar]')];

/** px of the window that the header and a page's own bar cover at its upper edge. */
const coveredAbove = () =>
  Math.max(
    0,
    ...barsAbove().map((bar) => (Number.parseFloat(getComputedStyle(bar).top) || 0) + bar.offsetHeight),
  );

/** px of the window above which no caret can be seen: an editor's toolbar stays below those bars. */
export function roomAbove(frame: HTMLElement | null) {
  const toolbar = frame?.querySelector<HTMLElement>('[role="toolbar"]');
  const stays = toolbar != null && getComputedStyle(toolbar).position === 'sticky';
  return coveredAbove() + (stays ? toolbar.offsetHeight : 0);
}

/** Keeps the toolbar below what lies over the page's upper edge, and the browser from taking the caret behind them. */
export function useRoomAbove(editor: Editor, frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const page = document.documentElement.style;
    // Several editors are open, and one is written in.
    let isOurs = false;
    const keepClear = () => {
      if (!editor.isFocused) return;
      isOurs = true;
      page.scrollPaddingTop = `${roomAbove(frame.current)}px`;
    };
    const letGo = () => {
      if (isOurs) page.scrollPaddingTop = '';
      isOurs = false;
    };
    const watch = new ResizeObserver(() => {
      frame.current?.style.setProperty('--bars-above', `${coveredAbove()}px`);
      keepClear();
    });
    for (const bar of barsAbove()) watch.observe(bar);
    editor.on('focus', keepClear).on('blur', letGo);
    return () => {
      watch.disconnect();
      editor.off('focus', keepClear).off('blur', letGo);
      letGo();
    };
  }, [editor, frame]);
}
