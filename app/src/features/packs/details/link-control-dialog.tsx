import { Button, Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import { type SentLinkControl, useServices } from '#services.ts';
import { BackButton } from '#ui/back-button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { reasonOf } from '#ui/reason-of.ts';
import { useDialogAct } from '#ui/use-dialog-act.ts';
import { dayError } from '../send/link/link-day.ts';
import { LinkOptions } from '../send/link/link-options.tsx';
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

/** What somebody has changed, and nothing else: the rest may be another one by now, at the host or in another window. */
const changeOf = (before: SentLinkControl, after: SentLinkControl): Partial<SentLinkControl> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => (before[name as keyof SentLinkControl] ?? false) !== (value ?? false),
    ),
  );

/** What the link of a message that was sent allows from now on, and taking it back. */
export default function LinkControlDialog({ id, name, control, onClose }: Props) {
  const { messages, notices } = useServices();
  const [opened] = useState(control);
  const [value, setValue] = useState(opened);
  const [now] = useState(() => Date.now());
  const [problem, setProblem] = useState<string | null>(null);
  const [dayProblem, setDayProblem] = useState<string | null>(null);
  const day = useRef<HTMLInputElement>(null);
  const changed = changeOf(opened, value);
  const change = (next: SentLinkControl) => {
    setValue(next);
    // Who takes the link back need not mend its day: it leads nowhere either way.
    if (next.expires !== value.expires || next.revoked) setDayProblem(null);
  };
  const { isBusy, run, back } = useDialogAct(async () => {
    try {
      const { savedRemotely, failure } = await messages.setControl(id, changed);
      notices.show(
        savedRemotely
          ? { tone: 'done', text: texts.control.saved }
          : { tone: 'waiting', text: texts.control.waits(failure ?? '') },
      );
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
    }
  });
  const check = () => {
    const wrong = value.revoked ? null : dayError(value, Date.now());
    setDayProblem(wrong);
    if (wrong === null) void run();
    else day.current?.focus();
  };
  return (
    <Dialog
      title={texts.control.title(name)}
      size={480}
      onClose={onClose}
      holdsWork={isBusy || Object.keys(changed).length > 0}
    >
      {problem && <ErrorBanner text={problem} onDismiss={() => setProblem(null)} />}
      <fieldset className={classes.fields} disabled={isBusy}>
        <LinkOptions
          value={value}
          now={now}
          day={{ error: dayProblem, ref: day }}
          onChange={(link) => change({ ...value, ...link })}
        />
        {opened.password === '' && value.password === '' && (
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
      </fieldset>
      <DialogActions>
        <BackButton ref={back} isBusy={isBusy} onClick={onClose}>
          {texts.control.cancel}
        </BackButton>
        <Button loading={isBusy} onClick={check}>
          {texts.control.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
