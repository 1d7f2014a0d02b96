import { Button } from '@mantine/core';
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react';
import { Banner } from '#ui/banner.tsx';
import type ConfirmDialogType from '#ui/confirm-dialog.tsx';
import { passHandOn } from '#ui/pass-hand-on.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

interface Props extends Pick<ComponentProps<typeof Banner>, 'tone' | 'text'> {
  /** Words of the button that lets go of what was changed. */
  action: string;
  onLetGo: () => void;
  /** What is asked before, where it cannot be had back. */
  question: Pick<ComponentProps<typeof ConfirmDialogType>, 'title' | 'question' | 'confirm' | 'cancel'>;
  isUndoable: boolean;
  isDisabled?: boolean;
  /** The line keeps its height: what comes and goes must not move the page under the hand. */
  isHidden?: boolean;
}

/** Says why what was changed may be let go of, and offers that. The hand goes on at the heading, since the banner goes. */
export function LetGoBanner({
  tone,
  text,
  action,
  onLetGo,
  question,
  isUndoable,
  isDisabled,
  isHidden,
}: Props) {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const letGo = () => {
    if (button.current) passHandOn(button.current, ['h1']);
    onLetGo();
  };
  return (
    <>
      <Banner
        tone={tone}
        text={text}
        action={
          <Button
            ref={button}
            variant="subtle"
            my={-12}
            disabled={isDisabled ?? false}
            {...(isHidden && { style: { visibility: 'hidden' } })}
            onClick={() => (isUndoable ? letGo() : setAsks(true))}
          >
            {action}
          </Button>
        }
      />
      <Suspense>
        {asks && (
          <ConfirmDialog
            {...question}
            onCancel={() => setAsks(false)}
            onConfirm={() => {
              setAsks(false);
              letGo();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
