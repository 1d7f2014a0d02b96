import { ActionIcon, Button } from '@mantine/core';
import { moveSection } from '@satchel/core/pack/edit-pack.ts';
import type { PackData } from '@satchel/core/pack/pack-data.ts';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../texts.ts';
import { sectionName } from './add-medias.ts';
import classes from './organise-dialog.module.css';

interface Props {
  contents: PackData;
  onOk: (contents: PackData) => void;
  onCancel: () => void;
}

/** The order of all sections at a glance (PBUILD-06). Nothing changes before OK. */
export default function OrganiseDialog({ contents, onOk, onCancel }: Props) {
  const [order, setOrder] = useState(contents);
  const [said, setSaid] = useState('');
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const count = order.elements.length;

  useEffect(() => {
    if (focused === null) return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(focused)}"]`)?.focus();
    setFocused(null);
  }, [focused]);

  const move = (from: number, to: number) => {
    const section = order.elements[from];
    if (!section || to < 0 || to >= count) return;
    setOrder(moveSection(order, from, to));
    setSaid(texts.builder.moved(sectionName(section) || texts.builder.unknown, to + 1, count));
    setFocused(section.id);
  };
  return (
    <Dialog title={texts.builder.organise} size={520} onClose={onCancel} closesOnScrim={order === contents}>
      <p className={classes.hint}>{texts.builder.organiseHint}</p>
      <ol ref={list} className={classes.list}>
        {order.elements.map((section, position) => {
          const name = sectionName(section) || texts.builder.unknown;
          return (
            <li key={section.id} className={classes.row}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                data-handle={section.id}
                aria-label={texts.builder.handle(name)}
                aria-keyshortcuts="ArrowUp ArrowDown"
                onKeyDown={(event) => {
                  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                  if (!step) return;
                  event.preventDefault();
                  move(position, position + step);
                }}
              >
                <IconGripVertical size={20} stroke={1.75} aria-hidden />
              </ActionIcon>
              <span className={classes.name}>{name}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                disabled={position === 0}
                aria-label={`${texts.builder.moveUp}: ${name}`}
                onClick={() => move(position, position - 1)}
              >
                <IconArrowUp size={20} stroke={1.75} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                disabled={position === count - 1}
                aria-label={`${texts.builder.moveDown}: ${name}`}
                onClick={() => move(position, position + 1)}
              >
                <IconArrowDown size={20} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      <p className={classes.said} role="status">
        {said}
      </p>
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {texts.builder.cancel}
        </Button>
        <Button onClick={() => onOk(order)}>{texts.builder.ok}</Button>
      </DialogActions>
    </Dialog>
  );
}
