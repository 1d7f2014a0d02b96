import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import classes from './password-field.module.css';

interface Props extends Omit<PasswordInputProps, 'label'> {
  label: string;
  /** What it is called in a sentence, where that is not the label. */
  noun?: string;
}

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** A password and the eye that shows it, which says what it does next. */
export function PasswordField({ label, noun = inSentence(label), ...input }: Props) {
  const [isVisible, setVisible] = useState(false);
  const name = `${isVisible ? 'Hide' : 'Show'} ${noun}`;
  return (
    <PasswordInput
      {...input}
      label={label}
      classNames={{ innerInput: classes.inner, visibilityToggle: classes.toggle }}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      // The name tells the state already.
      visibilityToggleButtonProps={{ 'aria-label': name, 'aria-pressed': undefined }}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
