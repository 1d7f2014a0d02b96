import { setText } from '@satchel/core/pack/edit-pack.ts';
import type { TextElement } from '@satchel/core/pack/pack-data.ts';
import { lazy, Suspense, useState, useTransition } from 'react';
import { useStore } from 'zustand';
import { useServices } from '#services.ts';
import { EditorToCome, isEditorHere, RichTextEditor } from '../../rich-text/rich-text-field.tsx';
import type { Tapped } from '../../rich-text/tapped.ts';
import { texts } from '../../texts.ts';
import type { Work } from '../state/use-builder.ts';
import { sectionTitle } from './section-attributes.ts';
import classes from './section-card.module.css';
import { textHeight } from './section-height.ts';

const ShownText = lazy(() => import('../../rich-text/shown-text.tsx'));

// Beyond this an editor would stand still for seconds with every key.
const longestEdited = 1_000_000;

/** Nobody asked for the editor of a section that was just added: the cursor stays where it is. */
type OpenedAt = Tapped | 'end' | 'unasked';

interface Props {
  section: TextElement;
  /** It was just added, so that words are what comes next. */
  isNew: boolean;
  work: Work;
}

/** The words of a section as the prospect gets them, and their editor once they are tapped. */
export function TextSection({ section, isNew, work }: Props) {
  const { configuration } = useServices();
  const [opened, setOpened] = useState<OpenedAt | null>(isNew ? 'unasked' : null);
  // The words stay while the first editor is fetched: without them the page would be elsewhere by then.
  const [isOpening, startOpening] = useTransition();
  const open = (at: Tapped | null) => {
    // Drawn in the tap itself, so that a tablet shows its keys: those come for nothing that a script does later.
    if (isEditorHere()) setOpened(at ?? 'end');
    else startOpening(() => setOpened(at ?? 'end'));
  };
  const { content } = section.data;
  if (content.length > longestEdited) return <p className={classes.note}>{texts.builder.textTooLong}</p>;
  const toCome = isNew ? <EditorToCome /> : <div style={{ height: textHeight(content, innerWidth) }} />;
  return (
    <Suspense fallback={toCome}>
      {opened === null ? (
        <ShownText
          html={content}
          host={configuration.host}
          label={texts.builder.editText(sectionTitle(section))}
          empty={texts.builder.emptyText}
          isOpening={isOpening}
          onOpen={open}
        />
      ) : (
        <TextEditor section={section} work={work} opensAt={opened} />
      )}
    </Suspense>
  );
}

interface EditorProps extends Omit<Props, 'isNew'> {
  opensAt: OpenedAt;
}

function TextEditor({ section, work: { store, actions }, opensAt }: EditorProps) {
  const canUndo = useStore(store, ({ history }) => history.past.length > 0);
  const canRedo = useStore(store, ({ history }) => history.future.length > 0);
  const title = sectionTitle(section);
  return (
    <RichTextEditor
      kind="section"
      label={title}
      value={section.data.content}
      {...(opensAt !== 'unasked' && { opensAt })}
      history={{ canUndo, canRedo, undo: actions.undo, redo: actions.redo }}
      onChange={(html, isTyped) =>
        actions.change((contents) => setText(contents, section.id, html), {
          said: texts.builder.textChanged(title),
          section: section.id,
          ...(isTyped && { burst: `text of ${section.id}` }),
        })
      }
    />
  );
}
