import '@mantine/core/styles/Input.layer.css';
import { CloseButton, Modal, TextInput } from '@mantine/core';
import { eventTypes } from '@satchel/core/contract/events.ts';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useDeferredValue, useId, useState } from 'react';
import { openingOf } from '#features/resources/file-address.ts';
import { readableKind } from '#features/resources/reader/readable.ts';
import { type SearchHit, useServices } from '#services.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { RowSkeletons } from '#ui/skeletons.tsx';
import { Spoken } from '#ui/spoken.tsx';
import classes from './search-dialog.module.css';
import { SearchRow } from './search-row.tsx';
import { texts } from './texts.ts';
import { useSearch } from './use-search.ts';

/** Rows that the dialog has room for. */
const inSight = 12;

interface Props {
  channelId: string;
  onClose: () => void;
}

/** Finds bundles, apps and files of the channel as somebody types; arrows choose, Enter opens. */
export default function SearchDialog({ channelId, onClose }: Props) {
  const [words, setWords] = useState('');
  const { hits, failure } = useSearch(channelId, words);
  // What can be seen comes with the key that was typed, the rest right after.
  const all = useDeferredValue(hits);
  const shown = hits === all ? (hits ?? []) : (hits ?? []).slice(0, inSight);
  const [chosen, setChosen] = useState(0);
  const open = useOpenHit(onClose);
  const list = useId();
  const last = (hits?.length ?? 0) - 1;
  const current = Math.min(chosen, last);
  const onKeyDown = (event: KeyboardEvent) => {
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
    } else if (event.key === 'Enter' && hit) {
      event.preventDefault();
      open(hit);
    }
  };
  const isAsked = words.trim() !== '';
  return (
    <Modal.Root opened onClose={onClose} size={680} yOffset="8vh" transitionProps={{ duration: 160 }}>
      <Modal.Overlay />
      <Modal.Content
        radius="xl"
        aria-label={texts.title}
        classNames={{ inner: classes.inner, content: classes.content }}
      >
        <div className={classes.top}>
          <TextInput
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
            size="md"
            className={classes.field}
            leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
            value={words}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          <CloseButton size={44} iconSize={20} aria-label={texts.close} onClick={onClose} />
        </div>
        <Spoken role="status">{isAsked && hits ? texts.found(hits.length) : ''}</Spoken>
        <div className={classes.below}>
          {failure ? (
            <ErrorBanner text={texts.failed(failure)} />
          ) : !isAsked ? (
            <p className={classes.hint}>{texts.hint}</p>
          ) : hits === null ? (
            <RowSkeletons count={4} label={texts.preparing} />
          ) : hits.length === 0 ? (
            <EmptyState
              text={texts.nothing(words.trim())}
              action={<p className={classes.tip}>{texts.nothingHint}</p>}
            />
          ) : (
            <div id={list} role="listbox" aria-label={texts.results} className={classes.list}>
              {shown.map((hit, at) => (
                <SearchRow
                  key={hit.id}
                  id={`${list}-${at}`}
                  hit={hit}
                  isChosen={at === current}
                  onOpen={open}
                />
              ))}
            </div>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** A file opens as it does on its bundle's page: in the reader or the viewer there, else by its address. */
function useOpenHit(onClose: () => void) {
  const { events } = useServices();
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
        void events.log({
          eventTypeId: eventTypes.RESOURCE_VIEW,
          description: texts.resourceView(title),
          mediaId: id,
        });
    }
    onClose();
  };
  // Rows that stay are not drawn anew with every key.
  return useCallback(open, [events, navigate, onClose]);
}
