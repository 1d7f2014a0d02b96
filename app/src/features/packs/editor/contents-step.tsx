import '@mantine/core/styles/Input.layer.css';
import { useDeferredValue } from 'react';
import { TextLink } from '#navigation/links.tsx';
import type { PackRecord } from '#storage/records.ts';
import { Banner } from '#ui/banner.tsx';
import { useGrowing } from '#ui/use-growing.ts';
import { usePackPermissions } from '../acts/use-pack-permissions.ts';
import { contentsProblem } from '../builder/state/pack-draft.ts';
import { useReasons } from '../use-unsendable.ts';
import { ChosenList } from './chosen-list.tsx';
import { ContentPicker } from './content-picker.tsx';
import classes from './contents-step.module.css';
import type { EditedPack } from './edited-pack.ts';
import { texts } from './texts.ts';
import type { ChangeContents } from './use-editor.ts';

/** The page around them, the tree and the list: a frame for each. */
const allParts = 3;

interface Props {
  pack: PackRecord;
  edited: EditedPack;
  /** What was typed at an earlier visit, as long as it is not saved. */
  restored: string | undefined;
  change: ChangeContents;
}

/** What can be chosen and what is chosen, side by side (PEDIT-15 to PEDIT-17, PEDIT-20). */
export function ContentsStep({ pack, edited, restored, change }: Props) {
  const may = usePackPermissions(pack);
  const reasons = useReasons(pack, restored);
  const parts = useGrowing(allParts, 1, 1);
  // What is ticked follows what is in the pack, in a task of its own.
  const settled = useDeferredValue(edited);
  const hasFixed = edited.version === 2 && edited.contents.elements.some(({ type }) => type !== 'media');
  return (
    <>
      {contentsProblem(pack) === 'unreadable' && edited.contents.elements.length === 0 && (
        <Banner tone="warn" text={texts.unreadable} />
      )}
      <div className={classes.areas}>
        {parts > 1 ? (
          <ContentPicker edited={settled} channelId={pack.channel?.id ?? null} change={change} />
        ) : (
          <div />
        )}
        <section className={classes.list} aria-labelledby="chosen-content">
          <div className={classes.head}>
            <h2 id="chosen-content" className={classes.title}>
              {texts.list}
            </h2>
            {hasFixed && (
              <p className={classes.hint}>
                {texts.fixedSections}{' '}
                {may.build && (
                  <TextLink to="/packs/$id/build" params={{ id: pack.id }} underline="always">
                    {texts.toBuilder}
                  </TextLink>
                )}
              </p>
            )}
          </div>
          {parts >= allParts && <ChosenList edited={edited} reasons={reasons} change={change} />}
        </section>
      </div>
    </>
  );
}
