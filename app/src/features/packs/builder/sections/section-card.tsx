import { fileCount } from '@satchel/core/format/counts.ts';
import { renameSection } from '@satchel/core/pack/edit-pack.ts';
import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { useMemo } from 'react';
import { Chip } from '#ui/chip.tsx';
import { itemOf } from '../../pack-contents.ts';
import { texts } from '../../texts.ts';
import { Grip } from '../drag/grip.tsx';
import type { Dragged } from '../drag/places.ts';
import { useReason } from '../known-medias.tsx';
import type { Work } from '../state/use-builder.ts';
import { EditableTitle } from './editable-title.tsx';
import { MediaGrid } from './media-grid.tsx';
import classes from './section-card.module.css';
import { SectionMenu } from './section-menu.tsx';
import { TextSection } from './text-section.tsx';

interface Props {
  section: PackElement;
  position: number;
  isLast: boolean;
  title: string;
  added: 'untitled' | 'titled' | null;
  work: Work;
  /** Where in it the open place is while something is carried over it. */
  dropAt: number | null;
  onAddContent: (sectionId: string) => void;
}

/** One section of the pack as a card: grip, title, menu, and its texts or files. */
export function SectionCard(props: Props) {
  const { section, position, isLast, title, added, work } = props;
  const { id } = section;
  const dragged = useMemo<Dragged>(() => ({ kind: 'section', id, title }), [id, title]);
  const isKnown = section.type !== 'unknown';
  const because = useReason(itemOf(section));
  return (
    <>
      <div className={classes.top}>
        <Grip id={`section:${id}`} dragged={dragged} className={classes.grip} />
        {isKnown ? (
          <EditableTitle
            size="section"
            value={section.title}
            label={texts.builder.sectionTitle}
            startsOpen={added === 'untitled'}
            heading={(words) => <h2 className={classes.title}>{words}</h2>}
            onChange={(words) =>
              work.actions.change((contents) => renameSection(contents, id, words), {
                said: texts.builder.titleChanged,
                section: id,
                burst: `title of ${id}`,
              })
            }
          />
        ) : (
          <h2 className={classes.title}>{title}</h2>
        )}
        {section.type === 'medias' && (
          <span className={classes.count}>{fileCount(section.data.medias.length)}</span>
        )}
        {because && <Chip tone="waiting">{texts.unsendable.because[because]}</Chip>}
        {isKnown && !section.showTitle && <Chip>{texts.builder.titleHidden}</Chip>}
        <span className={classes.space} />
        <SectionMenu section={section} position={position} isLast={isLast} title={title} work={work} />
      </div>
      {because === 'withdrawn' && isBundle(section) ? (
        <p className={classes.note}>{texts.view.withdrawn}</p>
      ) : (
        <SectionBody {...props} />
      )}
    </>
  );
}

/** A page of the channel or an app; files stand there each for itself. */
const isBundle = ({ type }: PackElement) =>
  type === 'salestool--content_bundle' || type === 'salestool--miniapp_bundle';

function SectionBody({ section, added, work, dropAt, onAddContent }: Props) {
  switch (section.type) {
    case 'text':
      return <TextSection section={section} isNew={added === 'untitled'} work={work} />;
    case 'medias':
      return <MediaGrid section={section} work={work} dropAt={dropAt} onAddContent={onAddContent} />;
    case 'unknown':
      return <p className={classes.note}>{texts.builder.unknownText(section.unknownType)}</p>;
    case 'media':
      return <p className={classes.note}>{section.data.media.name}</p>;
    default:
      return <p className={classes.note}>{texts.builder.bundleSection}</p>;
  }
}
