import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Skeleton, UnstyledButton } from '@mantine/core';
import { fileCount } from '@satchel/core/format/counts.ts';
import type { PackMedia } from '@satchel/core/pack/pack-data.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { useDeferredValue, useId, useState } from 'react';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { texts } from '../../texts.ts';
import { type FoundBundle, useFilesOf, useFoundBundles, useOpened } from '../palette/found-bundles.ts';
import { NothingOffered } from '../palette/nothing-offered.tsx';
import { ShowMore, useFirst } from '../sections/show-more.tsx';
import { packMediaOf } from '../state/add-medias.ts';
import classes from './add-content-dialog.module.css';

interface Props {
  /** That of the pack. */
  channelId: string | null;
  /** @param medias all that are ticked */
  onTick: (medias: readonly PackMedia[]) => void;
  onAdd: (medias: readonly PackMedia[]) => void;
  onCancel: () => void;
}

type Chosen = ReadonlyMap<string, PackMedia>;

/** Bundles that open to their files, to be ticked or taken whole (PBUILD-07). */
export default function AddContentDialog({ channelId, onTick, onAdd, onCancel }: Props) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const found = useFoundBundles(channelId, search);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const { first, rest, showMore } = useFirst(found ?? [], search);
  /** What was ticked before, in other bundles perhaps, comes along. */
  const addWhole = (medias: readonly PackMedia[]) =>
    onAdd([...chosen.values(), ...medias.filter(({ id }) => !chosen.has(id))]);
  const tick = (media: PackMedia) => {
    const next = new Map(chosen);
    if (!next.delete(media.id)) next.set(media.id, media);
    setChosen(next);
    onTick([...next.values()]);
  };
  return (
    <Dialog title={texts.builder.addContent} size={620} onClose={onCancel} holdsWork={chosen.size > 0}>
      <SearchField
        name={texts.builder.search}
        clear={texts.builder.clearSearch}
        value={typed}
        onChange={setTyped}
        className={classes.search}
      />
      <Spoken role="status">{search && found && texts.builder.found(found.length)}</Spoken>
      {/* It begins here, and not at Cancel, which alone is there before the bundles are. */}
      <div className={classes.list} tabIndex={-1} data-autofocus>
        {!found && <Skeleton height={56} radius={12} />}
        {found?.length === 0 && <NothingOffered channelId={channelId} search={search} />}
        {first.map((each) => (
          <BundleRow
            key={each.bundle.id}
            found={each}
            search={search}
            chosen={chosen}
            onTick={tick}
            onAddWhole={addWhole}
          />
        ))}
        <ShowMore rest={rest} onMore={showMore} />
      </div>
      <DialogActions>
        <span className={classes.chosen} role="status">
          {texts.builder.chosen(chosen.size)}
        </span>
        <Button variant="default" onClick={onCancel}>
          {texts.builder.cancel}
        </Button>
        <Button disabled={chosen.size === 0} onClick={() => onAdd([...chosen.values()])}>
          {texts.builder.add}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface FilesProps {
  found: FoundBundle;
  chosen: Chosen;
  onTick: (media: PackMedia) => void;
  onAddWhole: (medias: readonly PackMedia[]) => void;
}

function BundleRow({ search, ...props }: FilesProps & { search: string }) {
  const { bundle } = props.found;
  const { isOpen, toggle } = useOpened(props.found, search);
  const body = useId();
  return (
    <div className={classes.bundle}>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={body} onClick={toggle}>
        <IconChevronRight className={classes.chevron} size={18} stroke={1.75} aria-hidden />
        <strong>{bundle.title}</strong>
        <span>{fileCount(bundle.fileCount)}</span>
      </UnstyledButton>
      <div id={body} hidden={!isOpen}>
        {isOpen && <BundleFiles {...props} />}
      </div>
    </div>
  );
}

function BundleFiles({ found, chosen, onTick, onAddWhole }: FilesProps) {
  const { bundle, files } = found;
  const medias = useFilesOf(found)?.map(packMediaOf);
  const { first, rest, showMore } = useFirst(medias ?? [], bundle.id);
  if (!medias) return <Skeleton height={44} radius={8} />;
  if (medias.length === 0) return <p className={classes.none}>{texts.builder.noFiles}</p>;
  return (
    <div className={classes.files}>
      {files === null && (
        <Button
          variant="light"
          className={classes.whole ?? ''}
          aria-label={texts.builder.addWholeOf(bundle.title ?? '')}
          onClick={() => onAddWhole(medias)}
        >
          {texts.builder.addWhole}
        </Button>
      )}
      {first.map((media) => (
        <Checkbox
          key={media.id}
          label={media.name}
          checked={chosen.has(media.id)}
          size="md"
          classNames={{ body: classes.file, labelWrapper: classes.fileWords, label: classes.fileLabel }}
          onChange={() => onTick(media)}
        />
      ))}
      <ShowMore rest={rest} onMore={showMore} />
    </div>
  );
}
