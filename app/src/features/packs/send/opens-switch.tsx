import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { texts } from '../texts.ts';
import classes from './options-panel.module.css';

const { control } = texts;

/** Whether the host tells its rep by mail of a first opening: a choice of the account, kept by the host alone. */
export function OpensSwitch() {
  const { openNotices, connection } = useServices();
  const { online } = useWatched(connection);
  const [isOn, setOn] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!online) return;
    const visit = { isOver: false };
    openNotices.read().then(
      (value) => !visit.isOver && setOn(value),
      // Without an answer there is nothing to switch.
      () => !visit.isOver && setOn(null),
    );
    return () => {
      visit.isOver = true;
    };
  }, [openNotices, online]);
  if (isOn === null) return null;
  const change = async (wanted: boolean) => {
    setBusy(true);
    setFailure(null);
    try {
      await openNotices.set(wanted);
      setOn(wanted);
    } catch (error) {
      setFailure(control.opensFailed(reasonOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Checkbox
      label={control.opens}
      description={online ? control.opensHint : control.opensOffline}
      error={failure}
      checked={isOn}
      disabled={!online || isBusy}
      classNames={{
        inner: classes.described,
        label: classes.checkboxLabel,
        description: classes.description,
      }}
      size="md"
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
