import { Skeleton, TextInput } from '@mantine/core';
import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import { fold } from '@satchel/core/format/fold.ts';
import { IconAlignLeft, IconArrowLeft, IconPlus, IconSearch } from '@tabler/icons-react';
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { type BundleSummary, useServices, useWatched } from '#services.ts';
import { Spoken } from '#ui/spoken.tsx';
import { useLive } from '#ui/use-live.ts';
import { texts } from '../texts.ts';
import { Grip } from './drag/grip.tsx';
import type { Dragged } from './drag/places.ts';
import { offeredBundles } from './offered-bundles.ts';
import classes from './palette.module.css';
import { PaletteBundle } from './palette-bundle.tsx';
import { ShowMore, useFirst } from './show-more.tsx';
import type { Work } from './use-builder.ts';
import { useDrawn } from './use-near.ts';

interface Props {
  work: Work;
  /** Id of the pack, null before it was first saved. */
  packId: string | null;
  /** That of the pack. */
  channelId: string | null;
  /** A section was added that waits for its title. */
  onAddSection?: () => void;
}

/**
 * The document bundles of a channel that prospects may see.
 * @param channelId that of the pack, which stays it wherever the rep goes meanwhile; null for the active one
 */
export function useOfferedBundles(channelId: string | null): BundleSummary[] | undefined {
  const { bundles, session } = useServices();
  const { activeChannelId } = useWatched(session);
  const channel = channelId ?? activeChannelId;
  const all = useLive(async () => (channel ? bundles.inChannel(channel, bundleTypes) : []), [channel]);
  return useMemo(() => all && offeredBundles(all), [all]);
}

const none: readonly BundleSummary[] = [];

const drawnFirst = 4;
const drawnInStep = 1;

const aText: Dragged = { kind: 'text', title: texts.builder.text };
const documentsSection: Dragged = { kind: 'documents', title: texts.builder.newDocuments };

/** What can be put into a pack (PBUILD-03). */
export const Palette = memo(function Palette({ work, packId, channelId, onAddSection }: Props) {
  const [search, setSearch] = useState('');
  const offered = useOfferedBundles(channelId);
  const searched = useDeferredValue(search);
  const words = fold(searched.trim());
  const found = useMemo(
    () => offered?.filter(({ title }) => fold(title ?? '').includes(words)) ?? none,
    [offered, words],
  );
  const { back, text, documents, newDocuments, noBundles, noMatch } = texts.builder;
  const addSection = (type: 'text' | 'medias') => {
    work.actions.addSection(type);
    onAddSection?.();
  };
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
        {documents} {offered && <span className={classes.count}>{found.length}</span>}
      </h2>
      <div className={classes.open}>
        <button type="button" className={classes.act} onClick={() => addSection('medias')}>
          <IconPlus size={20} stroke={1.75} aria-hidden />
          <span className={classes.grow}>{newDocuments}</span>
        </button>
        <Grip id="palette:documents" dragged={documentsSection} />
      </div>
      <Spoken role="status">{words && offered && texts.builder.found(found.length)}</Spoken>
      {!offered && <Skeleton height={56} radius={12} />}
      {offered && found.length === 0 && (
        <p className={classes.none}>{words === '' ? noBundles : noMatch(searched.trim())}</p>
      )}
      <Bundles found={found} searched={searched} work={work} />
    </div>
  );
});

interface BundlesProps {
  found: readonly BundleSummary[];
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
      {first.slice(0, drawn).map((bundle) => (
        <PaletteBundle key={bundle.id} bundle={bundle} work={work} />
      ))}
      <ShowMore rest={rest} onMore={showMore} />
    </div>
  );
});
