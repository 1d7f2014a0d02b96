import { Button } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { sizeOnceLaidOut } from '#ui/size-once-laid-out.ts';
import { Spoken } from '#ui/spoken.tsx';
import { CarryContext, UnderHand } from '../carrying/carry-context.tsx';
import type { Pressed } from '../carrying/lift.tsx';
import { createTurnAfter } from '../carrying/turn-after.ts';
import { itemOf } from '../pack-contents.ts';
import type { Reasons } from '../use-unsendable.ts';
import { unchoose } from './chosen-content.ts';
import classes from './chosen-list.module.css';
import { ChosenRowView, LiftArea } from './chosen-row-view.tsx';
import { type ChosenRow, chosenRows, placeOf } from './chosen-rows.ts';
import type { EditedPack } from './edited-pack.ts';
import { texts } from './texts.ts';
import { nameOf, useCarry } from './use-carry.ts';
import type { ChangeContents } from './use-editor.ts';
import { withRow } from './with-row.ts';

interface Props {
  edited: EditedPack;
  /** Why some of it cannot be sent. */
  reasons: Reasons;
  change: ChangeContents;
}

/** What was taken out last, for the way back. */
interface Removed {
  row: ChosenRow;
  before: EditedPack;
  after: EditedPack;
}

export const listRowHeight = 52;

const estimateSize = () => listRowHeight;

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * What is in the pack, in order (PEDIT-17). The library moves what is carried; where it may go is worked out from the
 * pack, since rows out of sight are not on the page.
 */
export function ChosenList({ edited, reasons, change }: Props) {
  const rows = useMemo(() => chosenRows(edited), [edited]);
  const carry = useCarry(edited, rows, change);
  const { carried, line } = carry;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const carriedAt = carried ? rows.findIndex(({ key }) => key === carried.row.key) : null;
  const [focused, setFocused] = useState<string | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // All rows are of one height: where they stand does not depend on what they are, and need not be worked out anew.
    estimateSize,
    observeElementRect: sizeOnceLaidOut,
    overscan: 4,
    // What a scroll brings is drawn in a task of its own, instead of in the frame that scrolls.
    useFlushSync: false,
    rangeExtractor: withRow(carriedAt),
  });

  const pressed = useRef<Pressed<ChosenRow> | null>(null);
  const held = useRef(false);
  useLayoutEffect(() => {
    held.current = carried !== null;
  });
  const isHeld = useCallback(() => held.current, []);
  const step = useLatest(carry.step);
  const [after] = useState(createTurnAfter);
  const hand = useHand(carried !== null && !carried.isByKeyboard);
  const aim = () => {
    const top = list.current?.getBoundingClientRect().top;
    if (top !== undefined && hand.current !== null) carry.aimAt((hand.current - top) / listRowHeight);
  };

  // The place that the keyboard aims at stays in sight.
  const scrollToLine = useEffectEvent((to: number) =>
    virtualizer.scrollToIndex(Math.min(to, rows.length - 1)),
  );
  const followed = carried?.isByKeyboard ? line : null;
  useEffect(() => {
    if (followed !== null) scrollToLine(followed);
  }, [followed]);

  // What was moved by keys keeps the focus where it stands now.
  useEffect(() => {
    if (focused === null) return;
    const grip = list.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(focused)}"]`);
    (grip ?? scroller.current)?.focus({ preventScroll: true });
    setFocused(null);
  }, [focused]);
  const keepFocus = (row: ChosenRow, sectionId: string | null) =>
    setFocused(row.kind === 'media' ? `${sectionId}/${row.mediaId}` : row.key);

  const onRemove = useLatest((row: ChosenRow) => {
    const contents =
      row.kind === 'media'
        ? unchooseOne(edited, row)
        : { ...edited.contents, elements: edited.contents.elements.filter(({ id }) => id !== row.key) };
    change(() => contents);
    setRemoved({ row, before: edited, after: { ...edited, contents } });
    const at = rows.indexOf(row);
    // A group takes its files with it, and the last file of one its group.
    const left = new Set(chosenRows({ ...edited, contents }).map(({ key }) => key));
    // Sections of version 2 have nothing to be pressed.
    const takesFocus = ({ key, isMovable }: ChosenRow) => isMovable && left.has(key);
    const beside = rows.slice(at + 1).find(takesFocus) ?? rows.slice(0, at).findLast(takesFocus);
    setFocused(beside?.key ?? null);
  });
  const onMove = useLatest((row: ChosenRow, by: -1 | 1) => {
    const place = carry.stepOf(row, by);
    if (!place) return;
    carry.put(row, place);
    // In another section it is another row, whose menu was not open.
    if (place.sectionId !== placeOf(row).sectionId) keepFocus(row, place.sectionId);
  });
  const undoes = removed && removed.after.contents === edited.contents ? removed : null;

  return (
    <CarryContext
      instructions={texts.gripHint}
      arrows={steps}
      onStep={step}
      onLift={(_, isByKeyboard) => {
        after.settle();
        const row = rows.find(({ key }) => key === pressed.current?.thing.key);
        if (row) carry.lift(row, isByKeyboard);
      }}
      onMove={aim}
      onDrop={() => {
        const put = carried;
        after.put(() => {
          carry.drop();
          // Only with the move is there a row at its new place that could take the focus.
          if (put?.isByKeyboard) keepFocus(put.row, put.place.sectionId);
        });
      }}
      onCancel={carry.cancel}
    >
      <div ref={scroller} className={classes.scroller} tabIndex={-1}>
        {rows.length === 0 ? (
          <EmptyState text={texts.emptyList} />
        ) : (
          <ol
            ref={list}
            aria-label={texts.list}
            className={classes.rows}
            style={{ height: virtualizer.getTotalSize() }}
          >
            <LiftArea isHeld={isHeld} pressed={pressed}>
              {virtualizer.getVirtualItems().map(({ index, start }) => {
                const row = rows[index];
                return (
                  row && (
                    <ChosenRowView
                      key={row.key}
                      row={row}
                      name={nameOf(row)}
                      top={start}
                      position={index + 1}
                      count={rows.length}
                      isCarried={index === carriedAt}
                      because={reasons.get(row.kind === 'media' ? row.mediaId : (itemOf(row.element) ?? ''))}
                      canGoUp={carry.stepOf(row, -1) !== null}
                      canGoDown={carry.stepOf(row, 1) !== null}
                      onRemove={onRemove}
                      onMove={onMove}
                    />
                  )
                );
              })}
            </LiftArea>
            {carried && line !== null && (
              <li className={classes.place} style={{ top: line * listRowHeight }} aria-hidden>
                {texts.goesHere(nameOf(carried.row))}
              </li>
            )}
          </ol>
        )}
      </div>
      {undoes && (
        <div className={classes.removed} role="status">
          <span>{texts.removed(nameOf(undoes.row))}</span>
          <Button
            variant="subtle"
            onClick={() => {
              change(() => undoes.before.contents);
              setFocused(undoes.row.key);
            }}
          >
            {texts.undo}
          </Button>
        </div>
      )}
      <Spoken role="status" aria-live="assertive">
        {carry.spoken}
      </Spoken>
      <UnderHand>
        {carried && !carried.isByKeyboard && (
          <div className={classes.carried}>
            <IconGripVertical size={20} stroke={1.75} aria-hidden />
            <strong dir="auto">{nameOf(carried.row)}</strong>
          </div>
        )}
      </UnderHand>
    </CarryContext>
  );
}

/** One file out of its own section; it may stand in others too. */
function unchooseOne(edited: EditedPack, row: ChosenRow & { kind: 'media' }) {
  const only = edited.contents.elements.filter(({ id }) => id === row.sectionId);
  const [section] = unchoose(
    { ...edited, contents: { ...edited.contents, elements: only } },
    new Set([row.mediaId]),
  ).elements;
  return {
    ...edited.contents,
    elements: edited.contents.elements.flatMap((element) =>
      element.id === row.sectionId ? (section ? [section] : []) : [element],
    ),
  };
}

/** A handler that stays the same, so that no row is drawn again because of it, and does what is right by now. */
function useLatest<Given extends unknown[]>(handler: (...given: Given) => void) {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}

/** Where the hand is, px from the window's upper edge, while it carries something. */
function useHand(isCarrying: boolean) {
  const hand = useRef<number | null>(null);
  useEffect(() => {
    if (!isCarrying) return;
    const mouseMoves = (event: MouseEvent) => {
      hand.current = event.clientY;
    };
    const fingerMoves = (event: TouchEvent) => {
      hand.current = event.touches[0]?.clientY ?? hand.current;
    };
    addEventListener('mousemove', mouseMoves, { capture: true });
    addEventListener('touchmove', fingerMoves, { capture: true });
    return () => {
      hand.current = null;
      removeEventListener('mousemove', mouseMoves, { capture: true });
      removeEventListener('touchmove', fingerMoves, { capture: true });
    };
  }, [isCarrying]);
  return hand;
}
