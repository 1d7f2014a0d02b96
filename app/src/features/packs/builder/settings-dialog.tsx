import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { DetailsFields } from '../details-fields.tsx';
import { areValid, isSameDetails, type PackDetails } from '../editor/edited-pack.ts';
import { texts } from '../texts.ts';

interface Props {
  details: PackDetails;
  onOk: (details: PackDetails) => void;
  onCancel: () => void;
}

/** Name, notes and colour (PBUILD-08, PBUILD-09). */
export default function SettingsDialog({ details: before, onOk, onCancel }: Props) {
  // Nothing else of a draft comes along: its contents may change meanwhile.
  const [details, setDetails] = useState<PackDetails>({
    title: before.title,
    notes: before.notes,
    color: before.color,
  });
  const isTyped = !isSameDetails(before, details);
  return (
    <Dialog title={texts.builder.settings} size={620} onClose={onCancel} closesOnScrim={!isTyped}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (areValid(details)) onOk(details);
        }}
      >
        <DetailsFields
          details={details}
          words={texts.builder}
          onChange={(changed) => setDetails((before) => ({ ...before, ...changed }))}
        />
        <DialogActions>
          <Button variant="default" onClick={onCancel}>
            {texts.builder.cancel}
          </Button>
          <Button type="submit" disabled={!areValid(details)}>
            {texts.builder.ok}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
