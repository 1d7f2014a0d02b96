import { Button, Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import { type SentLinkControl, useServices } from '#services.ts';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { reasonOf } from '../pack-outcomes.ts';
import { dayError } from '../send/link-day.ts';
import { LinkOptions } from '../send/link-options.tsx';
import optionClasses from '../send/options-panel.module.css';
import classes from './link-control-dialog.module.css';
import { texts } from './texts.ts';

interface Props {
  id: string;
  name: string;
  control: SentLinkControl;
  onClose: () => void;
}

const described = {
  inner: optionClasses.described,
  label: optionClasses.checkboxLabel,
  description: optionClasses.description,
};

const isSame = (one: SentLinkControl, other: SentLinkControl) =>
  one.expires === other.expires &&
  one.maxVisits === other.maxVisits &&
  one.password === other.password &&
  one.download === other.download &&
  one.revoked === other.revoked &&
  (one.withoutPassword ?? false) === (other.withoutPassword ?? false);

/** What the link of a message that was sent allows from now on, and taking it back. */
export default function LinkControlDialog({ id, name, control, onClose }: Props) {
  const { messages, notices } = useServices();
  const [value, setValue] = useState(control);
  const [now] = useState(() => Date.now());
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [dayProblem, setDayProblem] = useState<string | null>(null);
  const day = useRef<HTMLInputElement>(null);
  const change = (next: SentLinkControl) => {
    setValue(next);
    // Who takes the link back need not mend its day: it leads nowhere either way.
    if (next.expires !== value.expires || next.revoked) setDayProblem(null);
  };
  const save = async () => {
    setBusy(true);
    try {
      const { savedRemotely, failure } = await messages.setControl(id, value);
      notices.show(
        savedRemotely
          ? { tone: 'done', text: texts.control.saved }
          : { tone: 'waiting', text: texts.control.waits(failure ?? '') },
      );
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  const check = () => {
    const wrong = value.revoked ? null : dayError(value, Date.now());
    setDayProblem(wrong);
    if (wrong === null) void save();
    else day.current?.focus();
  };
  return (
    <Dialog
      title={texts.control.title(name)}
      size={480}
      onClose={onClose}
      holdsWork={!isSame(control, value)}
    >
      {problem && <ErrorBanner text={problem} onDismiss={() => setProblem(null)} />}
      <div className={classes.fields}>
        <LinkOptions
          value={value}
          now={now}
          day={{ error: dayProblem, ref: day }}
          onChange={(link) => change({ ...value, ...link })}
        />
        {control.password === '' && value.password === '' && (
          <Checkbox
            label={texts.control.withoutPassword}
            description={texts.control.withoutPasswordHint}
            checked={value.withoutPassword ?? false}
            classNames={described}
            size="md"
            onChange={(event) => change({ ...value, withoutPassword: event.currentTarget.checked })}
          />
        )}
        <Checkbox
          label={texts.control.revoke}
          description={texts.control.revokeHint}
          checked={value.revoked}
          classNames={described}
          size="md"
          onChange={(event) => change({ ...value, revoked: event.currentTarget.checked })}
        />
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.control.cancel}
        </Button>
        <Button loading={isBusy} onClick={check}>
          {texts.control.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
