import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorInput.layer.css';
import { Button, ColorInput, Textarea, TextInput } from '@mantine/core';
import classes from './details-fields.module.css';
import type { PackDetails } from './edited-pack.ts';
import { texts } from './texts.ts';
import { colorError, nameError } from './use-editor.ts';

interface Props {
  details: PackDetails;
  onChange: (details: Partial<PackDetails>) => void;
}

const swatches = ['#1f6683', '#0b703f', '#864e1f', '#6b4d9c', '#a16d00', '#a22e2e', '#4c5459', '#2e5e9a'];

/** Name, notes and colour of a pack (PEDIT-07, PEDIT-11 to PEDIT-13). */
export function DetailsFields({ details, onChange }: Props) {
  return (
    <div className={classes.fields}>
      <TextInput
        label={texts.name}
        withAsterisk
        value={details.title}
        maxLength={255}
        error={nameError(details)}
        errorProps={{ role: 'alert' }}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={texts.notes}
        description={texts.notesHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={4}
        maxLength={10_000}
        value={details.notes}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
      />
      <div className={classes.color}>
        <ColorInput
          label={texts.color}
          format="hex"
          fixOnBlur={false}
          swatches={swatches}
          withEyeDropper={false}
          value={details.color}
          error={colorError(details)}
          errorProps={{ role: 'alert' }}
          swatchesPerRow={4}
          // Below the field it leaves room for what is said there, above it for the label.
          popoverProps={{ withinPortal: true, offset: 34 }}
          onChange={(color) => onChange({ color })}
        />
        {details.color !== '' && (
          <Button variant="subtle" onClick={() => onChange({ color: '' })}>
            {texts.clearColor}
          </Button>
        )}
      </div>
    </div>
  );
}
