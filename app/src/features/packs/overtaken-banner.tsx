import { Button } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { Banner } from '#ui/banner.tsx';
import { passHandOn } from './pass-hand-on.ts';
import { texts } from './texts.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

interface Props {
  /** Drops what was changed here and shows the pack as it is now. */
  onShow: () => void;
  /** It can be had back, so that nobody need be asked. */
  isUndoable?: boolean;
}

/** The pack was changed in another window, or on another device, while somebody changes it here. */
export function OvertakenBanner({ onShow, isUndoable = false }: Props) {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const show = () => {
    if (button.current) passHandOn(button.current, ['h1']);
    onShow();
  };
  return (
    <>
      <Banner
        tone="warn"
        text={texts.overtaken.text}
        action={
          <Button
            ref={button}
            variant="subtle"
            my={-12}
            onClick={() => (isUndoable ? show() : setAsks(true))}
          >
            {texts.overtaken.show}
          </Button>
        }
      />
      <Suspense>
        {asks && (
          <ConfirmDialog
            {...texts.overtaken.confirm}
            onCancel={() => setAsks(false)}
            onConfirm={() => {
              setAsks(false);
              show();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
