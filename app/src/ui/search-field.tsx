import '@mantine/core/styles/Input.layer.css';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './search-field.module.css';

interface Props {
  /** What it searches, for eyes and ears. */
  name: string;
  /** Name of the button that empties it. */
  clear: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
  /** Its part in the tour, where it has one. */
  tour?: string;
}

/** The search of a list, beside what else the list can do. */
export const SearchField = ({ name, clear, value, onChange, className, tour }: Props) => {
  const field = useRef<HTMLInputElement>(null);
  const empty = () => {
    onChange('');
    // The button goes with the words.
    field.current?.focus();
  };
  return (
    <TextInput
      ref={field}
      type="search"
      className={`${classes.field} ${className ?? ''}`}
      wrapperProps={tour === undefined ? {} : { 'data-tour': tour }}
      aria-label={name}
      placeholder={name}
      leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
      rightSection={
        value && (
          <ActionIcon variant="transparent" color="gray" size={44} aria-label={clear} onClick={empty}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
