import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorInput.layer.css';
import { Button, ColorInput, Textarea, TextInput } from '@mantine/core';
import { isHexColor } from '@satchel/core/pack/keyline-color.ts';
import { useState } from 'react';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../texts.ts';
import type { PackDraft } from './pack-draft.ts';
import classes from './settings-dialog.module.css';

type Details = Omit<PackDraft, 'contents'>;

interface Props {
  details: Details;
  onOk: (details: Details) => void;
  onCancel: () => void;
}

const swatches = ['#1f6683', '#0b703f', '#864e1f', '#6b4d9c', '#a16d00', '#a22e2e', '#4c5459', '#2e5e9a'];

/** Name, notes and colour (PBUILD-08, PBUILD-09). */
export default function SettingsDialog({ details, onOk, onCancel }: Props) {
  const [title, setTitle] = useState(details.title);
  const [notes, setNotes] = useState(details.notes);
  const [color, setColor] = useState(details.color);
  const nameError = title.trim() === '' ? texts.builder.nameRequired : null;
  const colorError = color === '' || isHexColor(color) ? null : texts.builder.colorInvalid;
  const isTyped = title !== details.title || notes !== details.notes || color !== details.color;
  return (
    <Dialog title={texts.builder.settings} size={620} onClose={onCancel} closesOnScrim={!isTyped}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!nameError && !colorError) onOk({ title, notes, color });
        }}
      >
        <TextInput
          label={texts.builder.name}
          withAsterisk
          value={title}
          maxLength={255}
          error={nameError}
          errorProps={{ role: 'alert' }}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label={texts.builder.notes}
          description={texts.builder.notesHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={4}
          maxLength={10_000}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        <div className={classes.color}>
          <ColorInput
            label={texts.builder.color}
            format="hex"
            fixOnBlur={false}
            swatches={swatches}
            withEyeDropper={false}
            value={color}
            error={colorError}
            errorProps={{ role: 'alert' }}
            swatchesPerRow={4}
            popoverProps={{ withinPortal: true, offset: 34 }}
            onChange={setColor}
          />
          {color !== '' && (
            <Button variant="subtle" onClick={() => setColor('')}>
              {texts.builder.clearColor}
            </Button>
          )}
        </div>
        <DialogActions>
          <Button variant="default" onClick={onCancel}>
            {texts.builder.cancel}
          </Button>
          <Button type="submit" disabled={nameError !== null || colorError !== null}>
            {texts.builder.ok}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
