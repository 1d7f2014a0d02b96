import { CloseButton, Modal } from '@mantine/core';
import { eventTypes } from '@satchel/core/contract/events.ts';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNote } from '#collections/use-note.ts';
import { openingOf } from '#features/resources/file-address.ts';
import { readableKind } from '#features/resources/reader/readable.ts';
import { usePageStore } from '#navigation/page-state.tsx';
import { usePageLeft } from '#navigation/use-page-left.ts';
import type { SearchHit } from '#services.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { isComposing } from '#ui/is-composing.ts';
import { RowSkeletons } from '#ui/skeletons.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { useGivenBackFocus } from '#ui/use-given-back-focus.ts';
import classes from './search-dialog.module.css';
import { SearchRow } from './search-row.tsx';
import { texts } from './texts.ts';
import { useSearch } from './use-search.ts';

/** px, as the styles have it. */
const rowHeight = 60;
const listPadding = 8;

/** Rows that the dialog can have room for. */
const rowsInSight = () => Math.ceil(window.innerHeight / rowHeight);

interface Props {
  channelId: string;
  onClose: () => void;
}

/** Finds bundles, apps and files of the channel as somebody types; arrows choose, Enter opens. */
export default function SearchDialog({ channelId, onClose }: Props) {
  useGivenBackFocus();
  usePageLeft(onClose);
  const pageStore = usePageStore();
  // A page that was asked for before comes below it, and its title takes nobody's focus out of it.
  useEffect(() => pageStore.setState({ focusTitle: false }), [pageStore]);
  return (
    <Modal.Root opened onClose={onClose} size={680} yOffset="8vh" transitionProps={{ duration: 160 }}>
      <Modal.Overlay />
      <Modal.Content
        radius="xl"
        aria-label={texts.title}
        classNames={{ inner: classes.inner, content: classes.content }}
      >
        <Finder channelId={channelId} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** By itself: a key draws what it finds, and not the dialog around it. The field keeps its own words. */
function Finder({ channelId, onClose }: Props) {
  const { isAsked, look, isCurrent, found, failure } = useSearch(channelId);
  const hits = found?.hits ?? null;
  const [chosen, setChosen] = useState(0);
  const [scrolledIn, setScrolledIn] = useState<readonly SearchHit[] | null>(null);
  const open = useOpenHit(channelId, onClose);
  const list = useId();
  const last = (hits?.length ?? 0) - 1;
  const current = Math.min(chosen, last);
  // What nobody sees is not drawn with every key.
  const isCut = hits !== scrolledIn && current < rowsInSight();
  const shown = hits?.slice(0, isCut ? rowsInSight() : undefined) ?? [];
  // Whoever types fast and presses Enter means what the whole words find, not what their beginning found.
  const opensFirst = useRef(false);
  useEffect(() => {
    const best = found?.hits[0];
    if (!opensFirst.current || !isCurrent(found)) return;
    opensFirst.current = false;
    if (best) open(best);
  }, [found, isCurrent, open]);
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The best of other results stand at the top.
    if (hits && scroller.current) scroller.current.scrollTop = 0;
  }, [hits]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const moves: Record<string, number> = {
      ArrowDown: current >= last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      PageDown: Math.min(current + 8, last),
      PageUp: Math.max(current - 8, 0),
    };
    const move = moves[event.key];
    const hit = hits?.[current];
    if (move !== undefined && last >= 0) {
      event.preventDefault();
      setChosen(move);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen === 0 && !isCurrent(found)) opensFirst.current = true;
      else if (hit) open(hit);
    }
  };
  return (
    <>
      <div className={classes.top}>
        <label className={classes.field}>
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <input
            data-autofocus
            type="search"
            role="combobox"
            aria-label={texts.title}
            aria-expanded={last >= 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={last >= 0 ? `${list}-${current}` : undefined}
            placeholder={texts.placeholder}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => {
              look(event.currentTarget.value);
              setChosen(0);
              opensFirst.current = false;
            }}
            onKeyDown={onKeyDown}
          />
        </label>
        <CloseButton size={44} iconSize={20} aria-label={texts.close} onClick={onClose} />
      </div>
      <Spoken role="status">{hits && texts.found(hits.length)}</Spoken>
      <div ref={scroller} className={classes.below} onScroll={() => setScrolledIn(hits)}>
        {failure ? (
          <ErrorBanner text={texts.failed(failure)} />
        ) : !isAsked ? (
          <p className={classes.hint}>{texts.hint}</p>
        ) : !found ? (
          <RowSkeletons count={4} label={texts.preparing} />
        ) : found.hits.length === 0 ? (
          <EmptyState
            text={texts.nothing(found.words)}
            action={<p className={classes.tip}>{texts.nothingHint}</p>}
          />
        ) : (
          <div
            id={list}
            role="listbox"
            aria-label={texts.results}
            className={classes.list}
            style={{ paddingBottom: listPadding + rowHeight * (found.hits.length - shown.length) }}
          >
            {shown.map((hit, at) => (
              <SearchRow
                key={hit.id}
                id={`${list}-${at}`}
                hit={hit}
                position={at + 1}
                count={found.hits.length}
                isChosen={at === current}
                onOpen={open}
              />
            ))}
          </div>
        )}
      </div>
    </>
  );
}

/** A file opens as it does on its bundle's page: in the reader or the viewer there, else by its address. */
function useOpenHit(channelId: string, onClose: () => void) {
  const note = useNote();
  const navigate = useNavigate();
  const open = ({ kind, id, title, bundleId, file }: SearchHit) => {
    if (kind === 'app') void navigate({ to: '/apps/$id', params: { id } });
    else if (!file) void navigate({ to: '/content/$id', params: { id: bundleId } });
    else {
      const opening = openingOf(file);
      if (opening.how === 'address' && !readableKind(file))
        window.open(opening.url, '_blank', 'noopener,noreferrer');
      else
        void navigate({
          to: '/content/$id',
          params: { id: bundleId },
          ...(opening.how === 'address' && { search: { read: id } }),
          ...(opening.how === 'viewer' && { search: { file: id } }),
        });
      if (opening.how !== 'none')
        note({
          eventTypeId: eventTypes.RESOURCE_VIEW,
          description: texts.resourceView(title),
          channelId,
          mediaId: id,
        });
    }
    onClose();
  };
  // Rows that stay are not drawn anew with every key.
  return useCallback(open, [channelId, note, navigate, onClose]);
}
