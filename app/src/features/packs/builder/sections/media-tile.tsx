import { mediaTypeLabel } from '@satchel/core/format/file-types.ts';
import { removeMedia, renameMedia } from '@satchel/core/pack/edit-pack.ts';
import type { PackMedia } from '@satchel/core/pack/pack-data.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useServices } from '#services.ts';
import { isComposing } from '#ui/is-composing.ts';
import { besides, passHandOn } from '#ui/pass-hand-on.ts';
import { Picture } from '#ui/picture.tsx';
import { pictureOfMedia } from '../../list/picture-of-media.ts';
import { texts } from '../../texts.ts';
import { useDragState } from '../drag/drag-area.tsx';
import { Grip, type Pull } from '../drag/grip.tsx';
import type { Dragged } from '../drag/places.ts';
import { useKnownMedia, useReason } from '../known-medias.tsx';
import type { Work } from '../state/use-builder.ts';
import { FileSign } from './file-sign.tsx';
import classes from './media-grid.module.css';
import { TileTools } from './tile-tools.tsx';

interface Props {
  media: PackMedia;
  /** Position in its section. */
  index: number;
  isLast: boolean;
  sectionId: string;
  work: Work;
  onMove: (mediaId: string, name: string, from: number, to: number) => void;
}

/** One file: its picture or sign, with rename and remove on hover, focus and after a tap (PBUILD-16). */
export const MediaTile = memo(function MediaTile(props: Props) {
  const { media, index, isLast, sectionId, work, onMove } = props;
  const { change } = work.actions;
  const { configuration } = useServices();
  const known = useKnownMedia(media.id);
  const because = useReason(media.id);
  const reasonId = useId();
  const [isTapped, setTapped] = useState(false);
  const [isNearHand, setNearHand] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const picture = pictureOfMedia(media, known, configuration.host);
  const dragged = useMemo<Dragged>(
    () => ({ kind: 'tile', title: media.name, sectionId, media: { ...media, thumbnail: picture } }),
    [media, picture, sectionId],
  );
  const id = `tile:${sectionId}:${media.id}`;
  const pull = useRef<Pull>(null);
  const isLifted = useDragState(
    ({ dragged: held }) =>
      held?.kind === 'tile' && held.sectionId === sectionId && held.media.id === media.id,
  );
  const move = (step: 1 | -1) => onMove(media.id, media.name, index, index + step);
  const tile = useRef<HTMLLIElement>(null);
  const returns = useRef(false);
  useEffect(() => {
    if (isRenaming || !returns.current) return;
    returns.current = false;
    tile.current?.querySelector<HTMLElement>('[data-rename]')?.focus();
  }, [isRenaming]);
  /** By keys the hand goes back to where it came from; a click has taken it elsewhere. */
  const endRenaming = (byKeys: boolean) => {
    returns.current = byKeys;
    setRenaming(false);
  };
  const rename = (before: string, name: string) =>
    change((contents) => renameMedia(contents, sectionId, media.id, name), {
      said: texts.builder.renamed(before, name),
      section: sectionId,
      burst: `name of ${media.id} in ${sectionId}`,
    });
  const remove = (byKeys: boolean) => {
    // After a tap the tools of another file would come below the finger, which may tap twice.
    if (byKeys && tile.current) passHandOn(tile.current, besideTile(work, sectionId, media.id));
    change((contents) => removeMedia(contents, sectionId, media.id), {
      said: texts.builder.removed(media.name),
      isSaid: true,
      section: sectionId,
    });
  };
  return (
    <li
      ref={tile}
      className={classes.tile}
      data-tapped={isTapped || undefined}
      data-lifted={isLifted || undefined}
      data-index={index}
      data-unsendable={because}
      onPointerEnter={() => setNearHand(true)}
      onFocus={() => setNearHand(true)}
    >
      <div className={classes.frame}>
        <button
          type="button"
          className={classes.face}
          data-tile={media.id}
          aria-pressed={isTapped}
          aria-label={media.name}
          aria-describedby={because && reasonId}
          aria-keyshortcuts="ArrowLeft ArrowRight"
          onMouseDown={(event) => pull.current?.(event)}
          onClick={() => setTapped(!isTapped)}
          onKeyDown={(event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as 1 | -1 | undefined;
            if (!step) return;
            event.preventDefault();
            move(step);
          }}
        >
          {picture ? (
            <Picture src={picture} className={classes.picture} isNear />
          ) : (
            <FileSign type={media.type} className={classes.sign} />
          )}
        </button>
        <Grip id={id} dragged={dragged} className={classes.grip} pull={pull} />
        <TileTools
          name={media.name}
          isInUse={isNearHand || isTapped}
          isFirst={index === 0}
          isLast={isLast}
          onMove={move}
          onRename={() => setRenaming(true)}
          onRemove={remove}
        />
      </div>
      {isRenaming ? (
        <NameField name={media.name} onType={rename} onEnd={endRenaming} />
      ) : (
        <p className={classes.name}>{media.name}</p>
      )}
      {because ? (
        <p className={classes.because} id={reasonId}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          {texts.unsendable.because[because]}
        </p>
      ) : (
        <p className={classes.type}>
          {known?.fileTypeLabel ?? media.mediaType ?? mediaTypeLabel(media.type)}
        </p>
      )}
    </li>
  );
});

/** Where the hand goes from a file that is removed: the next one, the one before, or what adds another. */
function besideTile(work: Work, sectionId: string, mediaId: string): string[] {
  const { elements } = work.store.getState().history.draft.contents;
  const section = elements.find(({ id }) => id === sectionId);
  const files = section?.type === 'medias' ? section.data.medias : [];
  const inSection = `section[data-section="${CSS.escape(sectionId)}"]`;
  return [
    ...besides(files, ({ data }) => data.media.id === mediaId).map(
      ({ data }) => `${inSection} [data-tile="${CSS.escape(data.media.id)}"]`,
    ),
    `${inSection} [data-add-file]`,
  ];
}

interface NameFieldProps {
  name: string;
  onType: (before: string, name: string) => void;
  onEnd: (byKeys: boolean) => void;
}

/**
 * Enter or leaving the field keeps the name, Escape or none brings the one before back. What is typed is in the pack at
 * once: a tablet leaves the field open when Save is tapped.
 */
function NameField({ name, onType, onEnd }: NameFieldProps) {
  const [before] = useState(name);
  const [typed, setTyped] = useState(name);
  const [known, setKnown] = useState(name);
  const isOpen = useRef(true);
  // Taken back or done again while the field is open, the name is what the pack has by now.
  if (name !== known) {
    setKnown(name);
    if (name !== typed.trim()) setTyped(name);
  }
  const isInPack = typed.trim() !== '';
  const type = (words: string) => {
    setTyped(words);
    if (words.trim() !== '') onType(before, words.trim());
  };
  const end = (byKeys: boolean) => {
    // The field goes, and some browsers call that a blur.
    isOpen.current = false;
    if (!isInPack) onType(before, before);
    onEnd(byKeys);
  };
  return (
    <input
      ref={(field) => field?.focus()}
      className={classes.nameField}
      data-in-pack={isInPack || undefined}
      aria-label={texts.builder.mediaName}
      value={typed}
      maxLength={255}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => isOpen.current && end(false)}
      onKeyDown={(event) => {
        if ((event.key !== 'Enter' && event.key !== 'Escape') || isComposing(event)) return;
        // Otherwise the key would press the button that gets the focus.
        event.preventDefault();
        if (event.key === 'Escape') onType(before, before);
        end(true);
      }}
    />
  );
}
