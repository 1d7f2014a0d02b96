import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import type { LinkControl } from '#services.ts';
import { texts } from '../texts.ts';
import classes from './options-panel.module.css';

/** A day as the date field has it, in the device's own time zone; its end is when a link runs out. */
const dayOf = (ms: number | null) => {
  if (ms === null) return '';
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  // While a year is typed it is 2, then 20: the field takes four digits, and loses what it is given otherwise.
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** The last millisecond but for the seconds that travel: ms, or null for what is no day. */
function endOfDay(text: string): number | null {
  // Of words, since years below 100 given as numbers are those of 1900.
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59`).getTime() : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

/** Digits alone, from 1; null for none. */
const wholeNumber = (text: string) => Number(text.replace(/\D/g, '')) || null;

interface Props {
  value: LinkControl;
  onChange: (value: LinkControl) => void;
  /** ms */
  now: number;
}

const { control } = texts;

/** What a link allows: until when, how often, behind which password, and whether files may be kept. */
export function LinkOptions({ value, onChange, now }: Props) {
  const set = (change: Partial<LinkControl>) => onChange({ ...value, ...change });
  return (
    <>
      <TextInput
        type="date"
        label={control.expires}
        description={control.expiresHint}
        value={dayOf(value.expires)}
        min={dayOf(now)}
        onChange={(event) => set({ expires: endOfDay(event.currentTarget.value) })}
      />
      <TextInput
        label={control.maxVisits}
        description={control.maxVisitsHint}
        value={value.maxVisits ?? ''}
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        onChange={(event) => set({ maxVisits: wholeNumber(event.currentTarget.value) })}
      />
      <TextInput
        label={control.password}
        description={control.passwordHint}
        value={value.password}
        maxLength={255}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set({ password: event.currentTarget.value })}
      />
      <Checkbox
        label={control.noDownload}
        checked={!value.download}
        classNames={{ body: classes.checkbox, label: classes.checkboxLabel }}
        size="md"
        onChange={(event) => set({ download: !event.currentTarget.checked })}
      />
    </>
  );
}
