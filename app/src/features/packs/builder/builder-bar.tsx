import { ActionIcon, Button } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconSettings,
  IconStack2,
} from '@tabler/icons-react';
import { memo } from 'react';
import { PageHeading } from '#navigation/page-title.tsx';
import { useHintTitle } from '#ui/hint-level.ts';
import { step } from '#ui/step.ts';
import { texts } from '../texts.ts';
import classes from './builder-bar.module.css';
import { EditableTitle } from './sections/editable-title.tsx';
import type { Builder } from './state/use-builder.ts';

interface Props {
  builder: Builder;
  onOrganise: () => void;
  onSettings: () => void;
  onSave: Builder['onSaveClick'];
}

/** Name, state and the acts on the whole pack; stays in view (PBUILD-04). */
export function BuilderBar({ builder, onOrganise, onSettings, onSave }: Props) {
  const { draft, isChanged, isSaving, nameError, undoes, redoes, work } = builder;
  const { changeDetails, undo, redo } = work.actions;
  return (
    <div className={classes.bar} data-top-bar>
      <EditableTitle
        size="pack"
        value={draft.title}
        label={texts.builder.name}
        renameLabel={texts.builder.rename}
        error={nameError}
        heading={(words) => <PageHeading className={classes.name}>{words}</PageHeading>}
        onChange={(title) => changeDetails({ title })}
      />
      <span className={classes.space} />
      <span className={classes.state} role="status">
        {isChanged ? texts.builder.unsaved : ''}
      </span>
      <div className={classes.steps}>
        <StepButton
          Icon={IconArrowBackUp}
          label={texts.builder.undo}
          what={undoes}
          keys="Control+Z"
          onClick={undo}
        />
        <StepButton
          Icon={IconArrowForwardUp}
          label={texts.builder.redo}
          what={redoes}
          keys="Control+Shift+Z"
          onClick={redo}
        />
      </div>
      <Acts
        canOrganise={draft.contents.elements.length > 1}
        canSave={nameError === null}
        {...{ isSaving, onOrganise, onSettings, onSave }}
      />
    </div>
  );
}

interface ActsProps extends Pick<Props, 'onOrganise' | 'onSettings' | 'onSave'> {
  canOrganise: boolean;
  canSave: boolean;
  isSaving: boolean;
}

/** By themselves: the bar is drawn with every key of the pack's name. */
const Acts = memo(function Acts(props: ActsProps) {
  const { canOrganise, canSave, isSaving, onOrganise, onSettings, onSave } = props;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        className={classes.organise ?? ''}
        aria-label={texts.builder.organise}
        leftSection={<IconStack2 size={20} stroke={1.75} aria-hidden />}
        disabled={!canOrganise}
        onClick={onOrganise}
      >
        <span className={classes.words}>{texts.builder.organise}</span>
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={texts.builder.settings}
        onClick={onSettings}
      >
        <IconSettings size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Button className={classes.save ?? ''} loading={isSaving} disabled={!canSave} onClick={onSave}>
        {texts.builder.save}
      </Button>
    </>
  );
});

interface StepProps {
  Icon: Icon;
  label: string;
  /** What it takes back or does again, null when there is nothing. */
  what: string | null;
  keys: string;
  onClick: () => void;
}

const StepButton = memo(({ Icon, label, what, keys, onClick }: StepProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={44}
    className={classes.step ?? ''}
    aria-label={label}
    aria-keyshortcuts={keys}
    title={useHintTitle(what === null ? label : `${label}: ${what}`, what !== null)}
    {...step(what === null ? null : onClick)}
  >
    <Icon size={20} stroke={1.75} aria-hidden />
  </ActionIcon>
));
