import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { texts } from '../texts.ts';
import classes from './recipient-fields.module.css';
import type { MessageFormState } from './use-message-form.ts';

const spoken = { errorProps: { role: 'alert' } } as const;

/** Who receives it, and the words (PSEND-03). */
export function RecipientFields({ form }: { form: MessageFormState }) {
  const messageLabel = useId();
  const { send } = texts;
  return (
    <div className={classes.fields}>
      <TextInput
        {...form.getInputProps('firstName')}
        {...spoken}
        label={send.firstName}
        withAsterisk
        autoComplete="off"
        maxLength={255}
      />
      <TextInput
        {...form.getInputProps('lastName')}
        {...spoken}
        label={send.lastName}
        withAsterisk
        autoComplete="off"
        maxLength={255}
      />
      <TextInput
        {...form.getInputProps('email')}
        {...spoken}
        label={send.email}
        withAsterisk
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        maxLength={254}
      />
      <TextInput
        {...form.getInputProps('company')}
        {...spoken}
        label={send.company}
        withAsterisk
        autoComplete="off"
        maxLength={255}
      />
      <TextInput
        {...form.getInputProps('subject')}
        className={classes.wide ?? ''}
        label={send.subject}
        maxLength={255}
      />
      <div className={classes.wide}>
        <div id={messageLabel} className={classes.label}>
          {send.message}
        </div>
        <RichTextField
          label={send.message}
          labelId={messageLabel}
          kind="message"
          value={form.values.messageHtml}
          onChange={(html) => form.setFieldValue('messageHtml', html)}
        />
      </div>
    </div>
  );
}
