import { Button } from '@mantine/core';
import { moveSection } from '@satchel/core/pack/edit-pack.ts';
import type { PackData } from '@satchel/core/pack/pack-data.ts';
import { useCallback, useRef, useState } from 'react';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../../texts.ts';
import { DragArea } from '../drag/drag-area.tsx';
import { createDrag } from '../drag/drag-store.ts';
import { sectionName } from '../state/add-medias.ts';
import classes from './organise-dialog.module.css';
import { OrganiseList } from './organise-list.tsx';

interface Props {
  contents: PackData;
  /** @param ids of the sections in their order; the pack may have become another one meanwhile */
  onMove: (ids: string[]) => void;
  onOk: (ids: string[]) => void;
  onCancel: () => void;
}

const idsOf = ({ elements }: PackData) => elements.map(({ id }) => id);

/** The order of all sections at a glance, changed by dragging, by buttons and by keys (PBUILD-06). No step of the pack before OK. */
export default function OrganiseDialog({ contents, onMove, onOk, onCancel }: Props) {
  const [order, setOrder] = useState(contents);
  const [said, setSaid] = useState('');
  const area = useRef<HTMLOListElement>(null);
  const current = useRef(order);
  const move = useCallback(
    (from: number, to: number) => {
      const { elements } = current.current;
      const section = elements[from];
      if (!section || to < 0 || to >= elements.length || to === from) return false;
      current.current = moveSection(current.current, from, to);
      setOrder(current.current);
      onMove(idsOf(current.current));
      setSaid(texts.builder.moved(sectionName(section) || texts.builder.unknown, to + 1, elements.length));
      requestAnimationFrame(() =>
        area.current?.querySelector<HTMLElement>(`[data-grip="row:${CSS.escape(section.id)}"]`)?.focus(),
      );
      return true;
    },
    [onMove],
  );
  const [drag] = useState(() =>
    createDrag({
      contents: () => current.current,
      onDrop: (dragged, place) => {
        if (dragged.kind !== 'section') return false;
        const from = current.current.elements.findIndex(({ id }) => id === dragged.id);
        return move(from, place.at > from ? place.at - 1 : place.at);
      },
    }),
  );
  const [begun] = useState(contents);
  const isMoved = order.elements.some(({ id }, at) => id !== begun.elements[at]?.id);
  // Escape puts back what is lifted, and the dialog hears of it first.
  const close = () => drag.isHeld() || onCancel();
  return (
    <Dialog title={texts.builder.organise} size={520} onClose={close} holdsWork={isMoved}>
      <DragArea drag={drag} area={area}>
        <OrganiseList ref={area} elements={order.elements} onMove={move} />
      </DragArea>
      <p className={classes.below}>
        {said === '' && texts.builder.organiseHint}
        <span role="status">{said}</span>
      </p>
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {texts.builder.cancel}
        </Button>
        <Button onClick={() => onOk(idsOf(order))}>{texts.builder.ok}</Button>
      </DialogActions>
    </Dialog>
  );
}
