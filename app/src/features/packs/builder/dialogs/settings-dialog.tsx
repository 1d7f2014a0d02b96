import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { DetailsFields } from '../../details-fields.tsx';
import { areValid, isSameDetails, type PackDetails } from '../../editor/edited-pack.ts';
import { texts } from '../../texts.ts';

interface Props {
  details: PackDetails;
  /** @param changed so far: what was not touched may have become something else meanwhile */
  onType: (changed: Partial<PackDetails>) => void;
  onOk: (changed: Partial<PackDetails>) => void;
  onCancel: () => void;
}

/** Name, notes and colour (PBUILD-08, PBUILD-09). */
export default function SettingsDialog({ details: before, onType, onOk, onCancel }: Props) {
  const [changed, setChanged] = useState<Partial<PackDetails>>({});
  const details = { ...before, ...changed };
  const isTyped = !isSameDetails(before, details);
  return (
    <Dialog title={texts.builder.settings} size={620} onClose={onCancel} holdsWork={isTyped}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (areValid(details)) onOk(changed);
        }}
      >
        <DetailsFields
          details={details}
          words={texts.builder}
          onChange={(next) => {
            const typed = { ...changed, ...next };
            setChanged(typed);
            onType(typed);
          }}
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
