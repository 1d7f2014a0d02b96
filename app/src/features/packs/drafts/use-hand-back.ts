import { useCallback, useEffect, useRef } from 'react';

/**
 * A button loses the focus while it cannot be pressed. What is handed in gets it back once the save is over, unless it
 * went elsewhere meanwhile.
 */
export function useHandBack(isSaving: boolean): (pressed: HTMLElement | null) => void {
  const pressed = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSaving) return;
    const button = pressed.current;
    pressed.current = null;
    if (!button) return;
    // In the next frame: to focus is to lay out the page, on top of what has just been drawn.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isSaving]);
  return useCallback((button) => {
    pressed.current = button;
  }, []);
}
