import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { LinkControl } from '#services.ts';
import { texts } from '../../texts.ts';
import classes from '../options-panel.module.css';
import { dayOf, endOfDay } from './link-day.ts';

/** Digits alone, from 1; null for none. */
const wholeNumber = (text: string) => Number(text.replace(/\D/g, '')) || null;

interface Props {
  value: LinkControl;
  onChange: (value: LinkControl) => void;
  /** ms */
  now: number;
  isReadOnly?: boolean;
  /** What the field of the day has besides: what is wrong with it, and how it is found to take the focus. */
  day: ComponentProps<typeof TextInput>;
}

const { control } = texts;

/** What a link allows: until when, how often, behind which password, and whether files may be kept. */
export function LinkOptions({ value, onChange, now, isReadOnly = false, day }: Props) {
  const set = (change: Partial<LinkControl>) => onChange({ ...value, ...change });
  return (
    <>
      <TextInput
        {...day}
        readOnly={isReadOnly}
        type="date"
        errorProps={{ role: 'alert' }}
        label={control.expires}
        description={control.expiresHint}
        value={dayOf(value.expires)}
        min={dayOf(now)}
        enterKeyHint="next"
        onChange={(event) => set({ expires: endOfDay(event.currentTarget.value) })}
      />
      <TextInput
        label={control.maxVisits}
        description={control.maxVisitsHint}
        value={value.maxVisits ?? ''}
        readOnly={isReadOnly}
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        enterKeyHint="next"
        onChange={(event) => set({ maxVisits: wholeNumber(event.currentTarget.value) })}
      />
      <TextInput
        label={control.password}
        description={control.passwordHint}
        value={value.password}
        readOnly={isReadOnly}
        maxLength={255}
        autoCapitalize="none"
        autoComplete="off"
        enterKeyHint="next"
        spellCheck={false}
        onChange={(event) => set({ password: event.currentTarget.value })}
      />
      <Checkbox
        label={control.noDownload}
        checked={!value.download}
        readOnly={isReadOnly}
        aria-readonly={isReadOnly || undefined}
        classNames={{ body: classes.checkbox, label: classes.checkboxLabel }}
        size="md"
        onChange={(event) => set({ download: !event.currentTarget.checked })}
      />
    </>
  );
}
