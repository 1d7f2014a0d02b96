import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isComposing } from '#ui/is-composing.ts';
import classes from './editable-title.module.css';

interface Props {
  value: string;
  /** What the field is called, for example 'Pack name'. */
  label: string;
  /** Words of the pencil's button; without them the words themselves are the button. */
  renameLabel?: string;
  /** Shows the words when they are not being edited. */
  heading: (words: ReactNode) => ReactNode;
  size: 'pack' | 'section';
  error?: string | null;
  /** Starts with the field open, for a title that waits to be written. */
  startsOpen?: boolean;
  onChange: (value: string) => void;
}

/** A title that turns into a field: Enter or leaving it keeps the words, Escape brings the old ones back. */
export function EditableTitle(props: Props) {
  const { value, label, renameLabel, heading, size, error, startsOpen = false, onChange } = props;
  const [isOpen, setOpen] = useState(startsOpen);
  const before = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const isShown = isOpen || Boolean(error);

  useEffect(() => {
    if (!isOpen) return;
    field.current?.focus();
    field.current?.select();
  }, [isOpen]);

  const open = () => {
    before.current = value;
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };

  if (!isShown) {
    const words = value.trim() === '' ? label : value;
    return (
      <div className={classes.title} data-size={size}>
        {heading(
          renameLabel ? (
            words
          ) : (
            <button ref={opener} type="button" className={classes.words} onClick={open}>
              {words}
            </button>
          ),
        )}
        {renameLabel && (
          <ActionIcon
            ref={opener}
            variant="subtle"
            color="gray"
            size={44}
            aria-label={renameLabel}
            onClick={open}
          >
            <IconPencil size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </div>
    );
  }
  return (
    <div className={classes.editing} data-size={size}>
      <input
        ref={field}
        className={classes.field}
        data-in-pack
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        value={value}
        maxLength={255}
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Escape') {
            event.stopPropagation();
            onChange(before.current);
            close();
          } else if (event.key === 'Enter') {
            event.preventDefault();
            close();
          }
        }}
      />
      {error && (
        <p id={errorId} role="alert" className={`satchel-field-error ${classes.error}`}>
          {error}
        </p>
      )}
    </div>
  );
}
