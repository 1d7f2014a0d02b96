import '@mantine/core/styles/Input.layer.css';
// What a save says: a sheet with layers that came only then would have the whole page laid out again.
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { arrangeSections } from '@satchel/core/pack/edit-pack.ts';
import type { PackMedia } from '@satchel/core/pack/pack-data.ts';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useItemTitle } from '#navigation/page-state.tsx';
import { useIsSameVisit } from '#navigation/use-is-same-visit.ts';
import type { Draft } from '#services.ts';
import { Banner } from '#ui/banner.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useGrowing } from '#ui/use-growing.ts';
import { OvertakenBanner } from '../drafts/overtaken-banner.tsx';
import { RestoredBanner } from '../drafts/restored-banner.tsx';
import { useLeaveQuestion } from '../drafts/use-leave-question.tsx';
import { hasColor } from '../editor/edited-pack.ts';
import { GonePage } from '../opening/gone-page.tsx';
import type { PackInHand } from '../opening/pack-visit.tsx';
import { texts } from '../texts.ts';
import { useReasons } from '../use-unsendable.ts';
import { BuilderBar } from './builder-bar.tsx';
import { DragArea } from './drag/drag-area.tsx';
import { usePackDrag } from './drag/use-pack-drag.ts';
import { KnownMedias } from './known-medias.tsx';
import { LastChangeLine } from './last-change-line.tsx';
import classes from './pack-builder.module.css';
import { Palette } from './palette/palette.tsx';
import { SectionList } from './sections/section-list.tsx';
import { withChosen } from './state/add-medias.ts';
import { contentsProblem, type KeptDraft, type PackDraft } from './state/pack-draft.ts';
import { useBuilder } from './state/use-builder.ts';
import { useUndoKeys } from './state/use-undo-keys.ts';
import { useAllMedias } from './use-all-medias.ts';

const AddSectionDialog = lazy(() => import('./dialogs/add-section-dialog.tsx'));
const AddContentDialog = lazy(() => import('./dialogs/add-content-dialog.tsx'));
const OrganiseDialog = lazy(() => import('./dialogs/organise-dialog.tsx'));
const SettingsDialog = lazy(() => import('./dialogs/settings-dialog.tsx'));
const PaletteDrawer = lazy(() => import('./palette/palette-drawer.tsx'));
const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

type Open = 'section' | 'organise' | 'settings' | 'palette' | 'reload' | { contentFor: string } | null;

/** The bar, the sections, the palette: a frame for each of them where there are so many sections that they take one. */
const allParts = 3;
const manySections = 20;

const inOrder = (ids: string[]) => (draft: PackDraft) => ({
  ...draft,
  contents: arrangeSections(draft.contents, ids),
});

const withFilesFor = (sectionId: string, medias: readonly PackMedia[]) => (draft: PackDraft) => ({
  ...draft,
  contents: withChosen(draft.contents, sectionId, medias),
});

interface Props extends PackInHand {
  /** What was typed at an earlier visit and not saved. */
  kept: Draft<KeptDraft>;
}

/** Palette, name bar and the sections as the prospect gets them (PBUILD-03 to PBUILD-22). */
export function PackBuilder({ pack, isNew, medias, kept, onSavedAs, ...given }: Props) {
  const navigate = useNavigate();
  const isSameVisit = useIsSameVisit();
  const builder = useBuilder({
    pack,
    isNew,
    kept,
    onSavedAs: (saved) => {
      if (!isSameVisit()) return;
      onSavedAs(saved);
      const { id } = saved;
      void navigate({ to: '/packs/$id/build', params: { id }, replace: true, ignoreBlocker: true });
    },
  });
  const { draft, isChanged, isRestored, isOvertaken, isSaving, nameError, work, onSaveClick } = builder;
  // A save brings it back.
  const isGone = given.isGone && !builder.isBehind;
  const isOver = isGone || (pack.archived === true && !builder.isBehind);
  const { change, changeDetails, addSection, addTo, propose } = work.actions;
  useItemTitle(draft.title.trim() || pack.title);
  const allMedias = useAllMedias(draft.contents, medias);
  const reasons = useReasons(pack, isRestored ? kept.stored?.contents : undefined);
  const drag = usePackDrag(work);
  const area = useRef<HTMLDivElement>(null);
  const [first] = useState(() => (draft.contents.elements.length > manySections ? 1 : allParts));
  const parts = useGrowing(allParts, first, 1);
  useUndoKeys(work);
  const [open, setOpen] = useState<Open>(null);
  const isWide = useMediaQuery('(width >= 64em)', true, { getInitialValueInEffect: false });
  const leaveQuestion = useLeaveQuestion(isChanged, builder.place);
  const close = useCallback(() => {
    propose(null);
    setOpen(null);
  }, [propose]);
  const proposeOrder = useCallback((ids: string[]) => propose(inOrder(ids)), [propose]);
  const organise = useCallback(() => setOpen('organise'), []);
  const openSettings = useCallback(() => setOpen('settings'), []);
  // What the editor left half typed: the settings show what is wrong with it.
  const onSave = hasColor(draft) ? onSaveClick : openSettings;
  const addContent = useCallback((contentFor: string) => setOpen({ contentFor }), []);
  if (isOver && !isChanged && !isSaving) return <GonePage pack={pack} />;
  const isSlidOver = open === 'palette' && !isWide;
  const last = <LastChangeLine last={builder.last} work={work} />;
  const channelId = pack.channel?.id ?? null;
  const palette = <Palette work={work} packId={isNew ? null : pack.id} channelId={channelId} />;
  return (
    <DragArea drag={drag} area={area}>
      <div className={classes.builder}>
        {isWide && (
          <aside className={classes.drawer} aria-label={texts.builder.palette}>
            {parts >= allParts && palette}
          </aside>
        )}
        <div className={classes.main}>
          <BuilderBar builder={builder} onOrganise={organise} onSettings={openSettings} onSave={onSave} />
          <div className={classes.sections}>
            {isGone ? (
              <Banner tone="warn" text={texts.gone} />
            ) : (
              isOvertaken && <OvertakenBanner onShow={builder.showElsewhere} isUndoable />
            )}
            {isRestored && !isOvertaken && !isGone && (
              <RestoredBanner
                text={builder.isUnread ? texts.builder.unread : texts.builder.restored}
                isUntouched={builder.isUntouched}
                isSaving={isSaving}
                onDrop={builder.dropRestored}
                isUndoable
              />
            )}
            {contentsProblem(pack) === 'unreadable' && <Banner tone="warn" text={texts.builder.unreadable} />}
            {!isWide && (
              <Button
                variant="light"
                leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
                onClick={() => setOpen('palette')}
              >
                {texts.builder.openPalette}
              </Button>
            )}
            {draft.contents.elements.length === 0 && <EmptyState text={texts.builder.empty} />}
            {parts > 1 && (
              <KnownMedias medias={allMedias} reasons={reasons}>
                <SectionList
                  ref={area}
                  elements={draft.contents.elements}
                  added={builder.added}
                  shown={builder.shown}
                  work={work}
                  onAddContent={addContent}
                />
              </KnownMedias>
            )}
            <button type="button" className={classes.add} data-add-section onClick={() => setOpen('section')}>
              <IconPlus size={20} stroke={1.75} aria-hidden />
              {texts.builder.addSection}
            </button>
            <div className={classes.bottom}>
              <Button
                variant="default"
                // What is being saved cannot be dropped any more.
                disabled={isSaving}
                onClick={() => (isChanged ? setOpen('reload') : builder.reload())}
              >
                {texts.builder.cancel}
              </Button>
              <Button variant="light" loading={isSaving} disabled={nameError !== null} onClick={onSave}>
                {texts.builder.save}
              </Button>
            </div>
          </div>
          {!isSlidOver && last}
        </div>
        <Suspense>
          {isSlidOver && (
            <PaletteDrawer work={work} onClose={close} last={last}>
              {palette}
            </PaletteDrawer>
          )}
          {open === 'section' && (
            <AddSectionDialog
              onCancel={close}
              onChoose={(type) => {
                addSection(type);
                close();
              }}
            />
          )}
          {open === 'organise' && (
            <OrganiseDialog
              contents={draft.contents}
              onMove={proposeOrder}
              onCancel={close}
              onOk={(ids) => {
                change((contents) => arrangeSections(contents, ids), {
                  said: texts.builder.organised,
                  isSaid: true,
                });
                close();
              }}
            />
          )}
          {open === 'settings' && (
            <SettingsDialog
              details={draft}
              onType={(details) => propose((draft) => ({ ...draft, ...details }))}
              onCancel={close}
              onOk={(details) => {
                changeDetails(details);
                close();
              }}
            />
          )}
          {open === 'reload' && (
            <ConfirmDialog
              {...texts.builder.reload}
              cancel={texts.builder.reload.keep}
              onCancel={close}
              onConfirm={() => {
                builder.reload();
                close();
              }}
            />
          )}
          {open !== null && typeof open === 'object' && (
            <AddContentDialog
              channelId={channelId}
              onTick={(medias) => propose(withFilesFor(open.contentFor, medias))}
              onCancel={close}
              onAdd={(added) => {
                addTo(open.contentFor, added);
                close();
              }}
            />
          )}
        </Suspense>
        {leaveQuestion}
      </div>
    </DragArea>
  );
}
