import { ActionIcon } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { isComposing } from '#ui/is-composing.ts';
import { texts } from '../../texts.ts';
import classes from './find-bar.module.css';
import type { Found } from './use-pdf-viewer.ts';

interface Props {
  found: Found;
  onFind: (words: string, direction?: 'next' | 'previous') => void;
  onClose: () => void;
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const look = { variant: 'subtle', color: 'gray', size: 44, radius: 'md' } as const;

/** A long document is not looked through anew for every letter. */
const pauseMs = 200;

/** Words in the document: all are marked, Enter goes from one to the next. */
export function FindBar({ found, onFind, onClose }: Props) {
  const [words, setWords] = useState('');
  const findSoon = useDebouncedCallback(onFind, pauseMs);
  const isAsked = words.trim() !== '';
  const step = (direction: 'next' | 'previous') => {
    findSoon.cancel();
    if (isAsked) onFind(words, direction);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') step(event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const outcome = !isAsked
    ? ''
    : found.isSearching
      ? texts.reader.searching
      : found.total === 0
        ? texts.reader.noMatch
        : texts.reader.matchOf(found.current, found.total);
  return (
    <search className={classes.bar} aria-label={texts.reader.search}>
      <IconSearch {...icon} className={classes.sign} />
      <input
        // biome-ignore lint/a11y/noAutofocus: it appears because somebody asked for it.
        autoFocus
        className={classes.field}
        aria-label={texts.reader.search}
        placeholder={texts.reader.search}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          findSoon(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={classes.outcome} data-none={(isAsked && found.total === 0) || undefined}>
        {outcome}
      </span>
      <ActionIcon
        {...look}
        aria-label={texts.reader.previousMatch}
        disabled={found.total === 0}
        onClick={() => step('previous')}
      >
        <IconChevronUp {...icon} />
      </ActionIcon>
      <ActionIcon
        {...look}
        aria-label={texts.reader.nextMatch}
        disabled={found.total === 0}
        onClick={() => step('next')}
      >
        <IconChevronDown {...icon} />
      </ActionIcon>
      <ActionIcon {...look} aria-label={texts.reader.closeSearch} onClick={onClose}>
        <IconX {...icon} />
      </ActionIcon>
    </search>
  );
}
