import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIsSameVisit } from '#navigation/use-is-same-visit.ts';
import type { PackRecord } from '#storage/records.ts';
import { Banner } from '#ui/banner.tsx';
import { DetailsFields } from '../details-fields.tsx';
import { OvertakenBanner } from '../drafts/overtaken-banner.tsx';
import { useHandBack } from '../drafts/use-hand-back.ts';
import { useLeaveQuestion } from '../drafts/use-leave-question.tsx';
import { texts as packTexts } from '../texts.ts';
import classes from './details-form.module.css';
import { texts } from './texts.ts';
import type { Details } from './use-details.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

interface Props {
  /** It was deleted or archived meanwhile; Save brings it back. */
  isGone: boolean;
  /** What is typed over it. */
  form: Details;
  /** Leaves the page; without it Cancel only takes back what was typed. */
  onCancel?: () => void;
}

/** Name, notes and colour of a pack on its own page (PEDIT-10). Its contents are left alone. */
export function DetailsForm({ isGone, form, onCancel }: Props) {
  const navigate = useNavigate();
  const isSameVisit = useIsSameVisit();
  const { isChanged, isRestored, isOvertaken, isSaving, isValid } = form;
  const leaveQuestion = useLeaveQuestion(isChanged, form.place);
  const handBack = useHandBack(isSaving);
  const goToCopy = ({ id }: PackRecord) => {
    if (!isSameVisit()) return;
    void navigate({ to: '/packs/$id/details', params: { id }, replace: true, ignoreBlocker: true });
  };
  const [asksToDrop, setAsksToDrop] = useState(false);
  const fields = useRef<HTMLFormElement>(null);
  const drop = () => {
    // Drawn first: what was pressed goes with it.
    flushSync(() => {
      setAsksToDrop(false);
      form.reset();
    });
    if (onCancel) onCancel();
    else fields.current?.querySelector('input')?.focus();
  };
  return (
    <>
      {isGone ? (
        <Banner tone="warn" text={packTexts.gone} />
      ) : (
        isOvertaken && <OvertakenBanner onShow={form.reset} />
      )}
      {isRestored && !isOvertaken && !isGone && (
        <Banner
          tone="neutral"
          text={texts.restored}
          action={
            <Button variant="subtle" my={-12} disabled={isSaving} onClick={() => setAsksToDrop(true)}>
              {texts.dropRestored}
            </Button>
          }
        />
      )}
      <form
        ref={fields}
        className={classes.form}
        aria-label={texts.tabs.details}
        onSubmit={(event) => {
          event.preventDefault();
          handBack((event.nativeEvent as SubmitEvent).submitter);
          void form.save(goToCopy);
        }}
      >
        <DetailsFields details={form.details} words={texts} onChange={form.change} />
        <div className={classes.actions}>
          {(isChanged || isSaving || onCancel) && (
            // What is being saved cannot be dropped any more.
            <Button
              variant="subtle"
              color="gray"
              disabled={isSaving}
              onClick={() => (isChanged ? setAsksToDrop(true) : drop())}
            >
              {texts.cancel}
            </Button>
          )}
          <Button type="submit" variant="light" loading={isSaving} disabled={!isValid || !isChanged}>
            {texts.save}
          </Button>
        </div>
      </form>
      <Suspense>
        {asksToDrop && (
          <ConfirmDialog
            title={texts.drop.title}
            question={texts.drop.typed}
            confirm={texts.drop.drop}
            cancel={texts.drop.keep}
            onCancel={() => setAsksToDrop(false)}
            onConfirm={drop}
          />
        )}
      </Suspense>
      {leaveQuestion}
    </>
  );
}
