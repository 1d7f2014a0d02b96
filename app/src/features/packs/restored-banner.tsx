import { Button } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { Banner } from '#ui/banner.tsx';
import { passHandOn } from './pass-hand-on.ts';
import { texts } from './texts.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

interface Props {
  text: string;
  /** Whether nothing was changed since: what is changed at this visit must not be dropped with it. */
  isUntouched: boolean;
  isSaving: boolean;
  /** Back to the pack as it was last saved. */
  onDrop: () => void;
  /** It can be had back, so that nobody need be asked. */
  isUndoable?: boolean;
}

/** What was changed at an earlier visit and not saved is there again. */
export function RestoredBanner({ text, isUntouched, isSaving, onDrop, isUndoable = false }: Props) {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const drop = () => {
    if (button.current) passHandOn(button.current, ['h1']);
    onDrop();
  };
  return (
    <>
      <Banner
        tone="neutral"
        text={text}
        action={
          <Button
            ref={button}
            variant="subtle"
            my={-12}
            disabled={isSaving}
            // The line keeps its height: the first change must not move the page under the hand.
            {...(!isUntouched && { style: { visibility: 'hidden' } })}
            onClick={() => (isUndoable ? drop() : setAsks(true))}
          >
            {texts.restored.drop}
          </Button>
        }
      />
      <Suspense>
        {asks && (
          <ConfirmDialog
            {...texts.restored.confirm}
            onCancel={() => setAsks(false)}
            onConfirm={() => {
              setAsks(false);
              drop();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
