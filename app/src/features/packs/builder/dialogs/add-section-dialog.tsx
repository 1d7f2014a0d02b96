import { Button } from '@mantine/core';
import { IconAlignLeft, IconFiles } from '@tabler/icons-react';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../../texts.ts';
import classes from './add-section-dialog.module.css';

interface Props {
  onChoose: (type: 'medias' | 'text') => void;
  onCancel: () => void;
}

const choices = [
  { type: 'medias', key: 'content', Icon: IconFiles },
  { type: 'text', key: 'text', Icon: IconAlignLeft },
] as const;

/** Which kind of section it will be (PBUILD-05). */
export default function AddSectionDialog({ onChoose, onCancel }: Props) {
  return (
    <Dialog title={texts.builder.addSection} size={440} onClose={onCancel}>
      <div className={classes.choices}>
        {choices.map(({ type, key, Icon }) => (
          <button key={type} type="button" className={classes.choice} onClick={() => onChoose(type)}>
            <Icon size={28} stroke={1.5} aria-hidden />
            <strong>{texts.builder.sectionTypes[key]}</strong>
            <span>{texts.builder.sectionTypeHints[key]}</span>
          </button>
        ))}
      </div>
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {texts.builder.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
