import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorInput.layer.css';
import { Button, ColorInput, createTheme, MantineThemeProvider, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './details-fields.module.css';
import { hasColor, hasName, type PackDetails } from './editor/edited-pack.ts';
import { texts } from './texts.ts';

/** What editor and builder call the same fields. */
interface Words {
  name: string;
  nameRequired: string;
  notes: string;
  notesHint: string;
  color: string;
  /** What holds while none is chosen. */
  brandColor: string;
  colorInvalid: string;
  clearColor: string;
}

interface Props {
  details: PackDetails;
  onChange: (details: Partial<PackDetails>) => void;
  words: Words;
}

const swatches = ['#1f6683', '#0b703f', '#864e1f', '#6b4d9c', '#a16d00', '#a22e2e', '#4c5459', '#2e5e9a'];

/** The field has no words of its own for the parts of its picker. */
const namedPicker = createTheme({
  components: { ColorPicker: { defaultProps: texts.colorPicker } },
});

/** Name, notes and colour of a pack (PBUILD-08, PBUILD-09, PEDIT-07, PEDIT-11 to PEDIT-13). */
export function DetailsFields({ details, onChange, words }: Props) {
  const [isPicking, setPicking] = useState(false);
  return (
    <div className={classes.fields}>
      <TextInput
        label={words.name}
        withAsterisk
        value={details.title}
        maxLength={255}
        error={hasName(details) ? null : words.nameRequired}
        errorProps={{ role: 'alert' }}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        // Where they stand in a dialog, it begins here.
        data-autofocus
      />
      <Textarea
        label={words.notes}
        description={words.notesHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={4}
        maxLength={10_000}
        value={details.notes}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
      />
      <div className={classes.color}>
        <MantineThemeProvider theme={namedPicker}>
          <ColorInput
            label={words.color}
            format="hex"
            fixOnBlur={false}
            swatches={swatches}
            withEyeDropper={false}
            value={details.color}
            placeholder={words.brandColor}
            {...(details.color === '' && { leftSection: <span className={classes.none} /> })}
            error={hasColor(details) ? null : words.colorInvalid}
            errorProps={{ role: 'alert' }}
            swatchesPerRow={4}
            // Below the field it leaves room for what is said there, above it for the label.
            popoverProps={{
              opened: isPicking,
              withinPortal: true,
              offset: 34,
              // It lies in the body, beside all landmarks.
              attributes: { dropdown: { role: 'dialog', 'aria-label': words.color } },
            }}
            onChange={(color) => onChange({ color })}
            onFocus={() => setPicking(true)}
            onClick={() => setPicking(true)}
            onBlur={() => setPicking(false)}
            onKeyDown={({ key }) => key === 'Escape' && setPicking(false)}
            // Escape closes what is open in a dialog, and only then the dialog.
            data-mantine-stop-propagation={isPicking || undefined}
          />
        </MantineThemeProvider>
        {details.color !== '' && (
          <Button variant="subtle" onClick={() => onChange({ color: '' })}>
            {words.clearColor}
          </Button>
        )}
      </div>
    </div>
  );
}
