import { ActionIcon, Skeleton, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useServices, useWatched } from '#services.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useLive } from '#ui/use-live.ts';
import { NothingOfChannel } from '../opening/nothing-of-channel.tsx';
import { choose, chosenIn, unchoose, unchooseBundle } from './chosen-content.ts';
import classes from './content-picker.module.css';
import { ContentTree } from './content-tree.tsx';
import type { EditedPack } from './edited-pack.ts';
import { texts } from './texts.ts';
import { type TreeRow, tickOf, treeOf, treeRows } from './tree-rows.ts';
import type { ChangeContents } from './use-editor.ts';

interface Props {
  edited: EditedPack;
  channelId: string | null;
  change: ChangeContents;
}

const nothingOpen: ReadonlyMap<string, boolean> = new Map();

/** The channel's bundles and their files, to be filtered and ticked (PEDIT-15, PEDIT-16). */
export const ContentPicker = memo(function ContentPicker({ edited, channelId, change }: Props) {
  const { bundles, session } = useServices();
  const { activeChannelId } = useWatched(session);
  const channel = channelId ?? activeChannelId ?? '';
  const content = useLive(() => bundles.contents(channel), [bundles, channel]);
  const tree = useMemo(() => content && treeOf(content, edited.version), [content, edited.version]);
  const [typed, setTyped] = useState('');
  const filter = useDeferredValue(typed);
  const [isOpen, setOpen] = useState(nothingOpen);
  // With a filter the tree stands open where something matches; what the rep does to it then is of that filter alone.
  const [openFiltered, setOpenFiltered] = useState({ filter: '', isOpen: nothingOpen });
  const isFiltered = filter.trim() !== '';
  const openNow = !isFiltered ? isOpen : openFiltered.filter === filter ? openFiltered.isOpen : nothingOpen;
  const rows = useMemo(() => tree && treeRows(tree, { filter, isOpen: openNow }), [tree, filter, openNow]);
  const chosen = useMemo(() => chosenIn(edited.contents), [edited.contents]);
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);

  const onOpen = useCallback(
    ({ bundle }: TreeRow, opened: boolean) => {
      if (isFiltered) setOpenFiltered({ filter, isOpen: new Map(openNow).set(bundle.id, opened) });
      else setOpen(new Map(openNow).set(bundle.id, opened));
    },
    [isFiltered, filter, openNow],
  );
  const onTick = useCallback(
    (row: TreeRow) =>
      change((now) => {
        const isTicked = tickOf(row, chosenIn(now.contents)) === true;
        const medias = row.media ? [row.media] : row.shown;
        if (!isTicked) return choose(now, row.bundle, medias);
        if (row.bundle.medias.length === 0) return unchooseBundle(now, row.bundle.id);
        return unchoose(now, new Set(medias.map(({ id }) => id)));
      }),
    [change],
  );
  const counted = useMemo(() => {
    const branches = rows?.filter(({ media }) => media === null) ?? [];
    return { bundles: branches.length, files: branches.reduce((sum, { shown }) => sum + shown.length, 0) };
  }, [rows]);

  return (
    <section className={classes.picker} aria-label={texts.tree}>
      <div className={classes.head}>
        <TextInput
          ref={input}
          type="search"
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={typed}
          leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
          rightSectionWidth={44}
          rightSection={
            typed !== '' && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={40}
                aria-label={texts.clearFilter}
                onClick={() => {
                  setTyped('');
                  input.current?.focus();
                }}
              >
                <IconX size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            )
          }
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            area.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
          }}
        />
        <p className={classes.line} role="status">
          {!rows ? '' : isFiltered ? texts.shown(counted.bundles, counted.files) : texts.treeHint}
        </p>
      </div>
      <div ref={area} className={classes.area}>
        {!rows && <TreeSkeleton />}
        {tree?.length === 0 && (
          <div className={classes.none}>
            <NothingOfChannel channelId={channelId}>
              <EmptyState text={texts.noContent} />
            </NothingOfChannel>
          </div>
        )}
        {tree && tree.length > 0 && rows?.length === 0 && <EmptyState text={texts.noMatch(filter.trim())} />}
        {rows && rows.length > 0 && (
          <ContentTree
            rows={rows}
            chosen={chosen}
            filter={filter.trim().toLowerCase()}
            onTick={onTick}
            onOpen={onOpen}
          />
        )}
      </div>
    </section>
  );
});

const TreeSkeleton = () => (
  <div className={classes.skeleton} aria-hidden>
    {['70%', '55%', '80%', '60%', '75%', '50%'].map((width) => (
      <Skeleton key={width} height={20} width={width} radius={6} />
    ))}
  </div>
);
