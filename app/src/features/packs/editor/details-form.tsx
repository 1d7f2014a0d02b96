import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { PackRecord } from '#storage/records.ts';
import { DetailsFields } from '../details-fields.tsx';
import { useSavePack } from '../use-save-pack.ts';
import classes from './details-form.module.css';
import { areValid, detailsOf, isSameDetails, packWithDetails } from './edited-pack.ts';
import { texts } from './texts.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

interface Props {
  pack: PackRecord;
  /** Leaves the page; without it Cancel only takes back what was typed. */
  onCancel?: () => void;
}

/** Name, notes and colour of a pack on its own page (PEDIT-10). Its contents are left alone. */
export function DetailsForm({ pack, onCancel }: Props) {
  const savePack = useSavePack();
  /** The state that was typed upon: another device may change the pack while it is open here. */
  const [began, setBegan] = useState(pack);
  const [seen, setSeen] = useState(pack);
  const [details, setDetails] = useState(() => detailsOf(pack));
  const [isSaving, setSaving] = useState(false);
  const isChanged = !isSameDetails(details, detailsOf(began));
  if (pack !== seen && !isSaving) {
    setSeen(pack);
    if (!isChanged) {
      setBegan(pack);
      setDetails(detailsOf(pack));
    }
  }
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const isValid = areValid(details);
  const save = async () => {
    setSaving(true);
    // Contents may have come from elsewhere meanwhile; name, notes and colour are all that is written here.
    const saved = await savePack(() => packWithDetails({ ...pack, changed: began.changed ?? null }, details));
    if (saved) {
      const kept = packWithDetails(pack, details);
      setBegan(kept);
      // Without the blanks around the name; what was typed meanwhile stays.
      setDetails((now) => (now === details ? detailsOf(kept) : now));
    }
    setSaving(false);
  };
  const cancel = () => {
    setDetails(detailsOf(began));
    onCancel?.();
  };
  return (
    <form
      className={classes.form}
      aria-label={texts.tabs.details}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && isChanged && !isSaving) void save();
      }}
    >
      <DetailsFields
        details={details}
        words={texts}
        onChange={(changed) => setDetails((before) => ({ ...before, ...changed }))}
      />
      <div className={classes.actions}>
        {(isChanged || onCancel) && (
          // What is being saved cannot be dropped any more.
          <Button variant="subtle" color="gray" disabled={isSaving} onClick={cancel}>
            {texts.cancel}
          </Button>
        )}
        <Button type="submit" variant="light" loading={isSaving} disabled={!isValid || !isChanged}>
          {texts.save}
        </Button>
      </div>
      <Suspense>
        {blocker.status === 'blocked' && (
          <ConfirmDialog
            title={texts.drop.title}
            question={texts.drop.question}
            confirm={texts.drop.drop}
            cancel={texts.drop.keep}
            onCancel={blocker.reset}
            onConfirm={blocker.proceed}
          />
        )}
      </Suspense>
    </form>
  );
}
