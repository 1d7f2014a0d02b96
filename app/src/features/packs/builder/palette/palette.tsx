import { Skeleton, TextInput } from '@mantine/core';
import { IconAlignLeft, IconArrowLeft, IconPlus, IconSearch } from '@tabler/icons-react';
import { memo, useDeferredValue, useRef, useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { texts } from '../../texts.ts';
import { Grip } from '../drag/grip.tsx';
import type { Dragged } from '../drag/places.ts';
import { ShowMore, useFirst } from '../sections/show-more.tsx';
import { useDrawn } from '../sections/use-near.ts';
import type { Work } from '../state/use-builder.ts';
import { type FoundBundle, useFoundBundles } from './found-bundles.ts';
import { NothingOffered } from './nothing-offered.tsx';
import classes from './palette.module.css';
import { PaletteBundle } from './palette-bundle.tsx';

interface Props {
  work: Work;
  /** Id of the pack, null before it was first saved. */
  packId: string | null;
  /** That of the pack. */
  channelId: string | null;
}

const none: readonly FoundBundle[] = [];

const drawnFirst = 4;
const drawnInStep = 1;

const aText: Dragged = { kind: 'text', title: texts.builder.text };
const documentsSection: Dragged = { kind: 'documents', title: texts.builder.newDocuments };

/** What can be put into a pack (PBUILD-03). */
export const Palette = memo(function Palette({ work, packId, channelId }: Props) {
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search.trim());
  const found = useFoundBundles(channelId, searched);
  const { back, text, documents, newDocuments } = texts.builder;
  const { addSection } = work.actions;
  const leftSection = <IconArrowLeft size={20} stroke={1.75} aria-hidden />;
  return (
    <div className={classes.palette}>
      {packId === null ? (
        <ButtonLink to="/packs" variant="subtle" color="gray" leftSection={leftSection}>
          {back}
        </ButtonLink>
      ) : (
        <ButtonLink
          to="/packs/$id/view"
          params={{ id: packId }}
          variant="subtle"
          color="gray"
          leftSection={leftSection}
        >
          {back}
        </ButtonLink>
      )}
      <TextInput
        type="search"
        aria-label={texts.builder.search}
        placeholder={texts.builder.search}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
        classNames={{ input: classes.search }}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.item}>
        <button type="button" className={classes.act} onClick={() => addSection('text')}>
          <IconAlignLeft size={20} stroke={1.75} aria-hidden />
          <span className={classes.grow}>{text}</span>
        </button>
        <Grip id="palette:text" dragged={aText} />
      </div>
      <h2 className={classes.group}>
        {documents} {found && <span className={classes.count}>{found.length}</span>}
      </h2>
      <div className={classes.open}>
        <button type="button" className={classes.act} onClick={() => addSection('medias')}>
          <IconPlus size={20} stroke={1.75} aria-hidden />
          <span className={classes.grow}>{newDocuments}</span>
        </button>
        <Grip id="palette:documents" dragged={documentsSection} />
      </div>
      <Spoken role="status">{searched && found && texts.builder.found(found.length)}</Spoken>
      {!found && <Skeleton height={56} radius={12} />}
      {found?.length === 0 && <NothingOffered channelId={channelId} search={searched} />}
      <Bundles found={found ?? none} searched={searched} work={work} />
    </div>
  );
});

interface BundlesProps {
  found: readonly FoundBundle[];
  searched: string;
  work: Work;
}

/** By themselves, so that each that is drawn draws only itself. */
const Bundles = memo(function Bundles({ found, searched, work }: BundlesProps) {
  const list = useRef<HTMLDivElement>(null);
  const { first, rest, showMore } = useFirst(found, searched);
  const drawn = useDrawn(list, first.length, { first: drawnFirst, step: drawnInStep, of: searched });
  return (
    <div ref={list} className={classes.bundles}>
      {first.slice(0, drawn).map((each) => (
        <PaletteBundle key={each.bundle.id} found={each} search={searched} work={work} />
      ))}
      <ShowMore rest={rest} onMore={showMore} />
    </div>
  );
});
