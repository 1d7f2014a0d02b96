import { Checkbox, NativeSelect, Textarea, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type MessageForm, useServices } from '#services.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { texts } from '../texts.ts';
import { useKept } from '../use-kept.ts';
import { LinkOptions } from './link-options.tsx';
import { openLink } from './message-form.ts';
import { OpensSwitch } from './opens-switch.tsx';
import classes from './options-panel.module.css';
import { SignaturePreview } from './signature-preview.tsx';
import type { MessageFormState } from './use-message-form.ts';

interface Props {
  form: MessageFormState;
  mine: SignatureRecord | null;
  ofChannel: SignatureRecord | null;
}

const { send } = texts;

const choices = (Object.keys(send.signatures) as MessageForm['signature'][]).map((value) => ({
  value,
  label: send.signatures[value],
}));

/** Permission, memo and signature; can be folded away (PSEND-04). */
export function OptionsPanel({ form, mine, ofChannel }: Props) {
  const [isOpen, setOpen] = useKept('send.options', true);
  const body = useId();
  const { messages } = useServices();
  const takesControl = useLive(() => messages.takesLinkControl(), []);
  const [now] = useState(() => Date.now());
  return (
    <section className={classes.panel} aria-label={send.options}>
      <h2 className={classes.heading}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => setOpen(!isOpen)}
        >
          {send.options}
          <IconChevronDown className={classes.chevron} size={20} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </h2>
      <div id={body} className={classes.body} hidden={!isOpen}>
        <Checkbox
          {...form.getInputProps('contactPermission', { type: 'checkbox' })}
          label={send.permission}
          classNames={{ body: classes.checkbox, label: classes.checkboxLabel }}
          size="md"
        />
        <Textarea {...form.getInputProps('memo')} label={send.memo} rows={3} maxLength={10_000} />
        <NativeSelect
          {...form.getInputProps('signature')}
          label={send.signature}
          data={choices}
          rightSection={<IconChevronDown size={20} stroke={1.75} aria-hidden />}
        />
        <SignaturePreview choice={form.values.signature} mine={mine} ofChannel={ofChannel} />
        {takesControl && (
          <LinkOptions
            value={form.values.link ?? openLink}
            now={now}
            onChange={(link) => form.setFieldValue('link', link)}
          />
        )}
        <OpensSwitch />
      </div>
    </section>
  );
}
