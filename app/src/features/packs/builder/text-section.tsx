import { setText } from '@satchel/core/pack/edit-pack.ts';
import type { TextElement } from '@satchel/core/pack/pack-data.ts';
import { lazy, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { texts } from '../texts.ts';
import classes from './section-card.module.css';
import { textHeight } from './section-height.ts';
import type { Work } from './use-builder.ts';

const ShownText = lazy(() => import('../rich-text/shown-text.tsx'));

// Beyond this an editor would stand still for seconds with every key.
const longestEdited = 1_000_000;

interface Props {
  section: TextElement;
  /** It was just added, so that words are what comes next. */
  isNew: boolean;
  work: Work;
}

/** The words of a section as the prospect gets them, and their editor once they are tapped. */
export function TextSection({ section, isNew, work }: Props) {
  const [opened, setOpened] = useState<{ left: number; top: number } | 'waiting' | null>(
    isNew ? 'waiting' : null,
  );
  const { content } = section.data;
  if (content.length > longestEdited) return <p className={classes.note}>{texts.builder.textTooLong}</p>;
  if (opened === null)
    return (
      <Suspense fallback={<div style={{ height: textHeight(content, innerWidth) }} />}>
        <ShownText
          html={content}
          label={texts.builder.editText(section.title)}
          empty={texts.builder.emptyText}
          onOpen={setOpened}
        />
      </Suspense>
    );
  return <TextEditor section={section} work={work} opensAt={opened === 'waiting' ? undefined : opened} />;
}

interface EditorProps extends Omit<Props, 'isNew'> {
  /** Undefined: the cursor stays where it is. */
  opensAt: { left: number; top: number } | undefined;
}

function TextEditor({ section, work: { store, actions }, opensAt }: EditorProps) {
  const canUndo = useStore(store, ({ history }) => history.past.length > 0);
  const canRedo = useStore(store, ({ history }) => history.future.length > 0);
  return (
    <RichTextField
      kind="section"
      label={section.title}
      value={section.data.content}
      {...(opensAt && { opensAt })}
      history={{ canUndo, canRedo, undo: actions.undo, redo: actions.redo }}
      onChange={(html) =>
        actions.change((contents) => setText(contents, section.id, html), {
          said: texts.builder.textChanged(section.title),
          section: section.id,
          burst: `text of ${section.id}`,
        })
      }
    />
  );
}
