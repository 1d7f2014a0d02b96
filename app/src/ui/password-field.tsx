import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

interface Props extends Omit<PasswordInputProps, 'label'> {
  label: string;
}

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** A password and the eye that shows it, which says what it does next. */
export function PasswordField({ label, ...input }: Props) {
  const [isVisible, setVisible] = useState(false);
  const name = `${isVisible ? 'Hide' : 'Show'} ${inSentence(label)}`;
  return (
    <PasswordInput
      {...input}
      label={label}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      // The name tells the state already.
      visibilityToggleButtonProps={{ 'aria-label': name, 'aria-pressed': undefined, size: 44 }}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
