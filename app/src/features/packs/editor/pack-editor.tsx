// What a save says: a sheet with layers that came only then would have the whole page laid out again.
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { MissingPage } from '#navigation/missing-page.tsx';
import { useItemTitle } from '#navigation/page-state.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import type { Draft } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { ActionBar } from '#ui/action-bar.tsx';
import { Banner } from '#ui/banner.tsx';
import { nextTurn } from '#ui/next-turn.ts';
import { StepLine } from '#ui/step-line.tsx';
import { tabClasses } from '#ui/tabs.tsx';
import type { KeptDraft } from '../builder/pack-draft.ts';
import { DetailsFields } from '../details-fields.tsx';
import { OvertakenBanner } from '../overtaken-banner.tsx';
import { PackPageSkeleton } from '../pack-page-skeleton.tsx';
import type { PackInHand } from '../pack-visit.tsx';
import { RestoredBanner } from '../restored-banner.tsx';
import { texts as packTexts } from '../texts.ts';
import { useIsSameVisit } from '../use-is-same-visit.ts';
import { useLeaveQuestion } from '../use-leave-question.tsx';
import { ContentsStep } from './contents-step.tsx';
import classes from './pack-editor.module.css';
import { type EditorStep, type EditorWay, stepAfter, stepBefore, stepsOf } from './steps.ts';
import { texts } from './texts.ts';
import { useEditor } from './use-editor.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));
const PreviewAndSend = lazy(() => import('./preview-and-send.tsx'));

interface Props extends PackInHand {
  /** What was typed at an earlier visit and not saved. */
  kept: Draft<KeptDraft>;
  way: EditorWay;
}

const pageOf = {
  edit_save: '/packs/$id/edit',
  edit_send: '/packs/$id/editsend',
  wizard: '/packs/$id/wizard',
} as const satisfies Record<EditorWay, string>;

/** Details, contents and, on the way to a prospect, preview and form (PEDIT-01 to PEDIT-23). */
export function PackEditor({ pack, isNew, isGone, onSavedAs, kept, way }: Props) {
  const navigate = useNavigate();
  const isSameVisit = useIsSameVisit();
  const editor = useEditor({ pack, isNew, kept });
  const { draft, isChanged, isRestored, isOvertaken, isSaving, isValid } = editor;
  const title = draft.title.trim() || pack.title;
  useItemTitle(isNew ? texts.create : title);
  const isWizard = way === 'wizard';
  const [step, setStep] = useState<EditorStep>(isNew || isWizard ? 'details' : 'contents');
  const [asksToDrop, setAsksToDrop] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leaveQuestion = useLeaveQuestion(isChanged, editor.place);
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    top.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"], [data-step]')?.focus();
    // A step begins at its beginning, however far down the last one was left.
    if (isWizard) scrollTo({ top: 0 });
  }, [step, isWizard]);

  /** @param next null for the pack as it is seen */
  const goTo = async (next: EditorStep | null, saved: PackRecord | null) => {
    const id = saved?.id ?? editor.id;
    const isMoved = isNew || id !== pack.id;
    if (saved && isMoved) onSavedAs(saved);
    if (next) setStep(next);
    else {
      // What goes and what comes take a turn each.
      setLeaving(true);
      await nextTurn();
      if (!isSameVisit()) return;
    }
    const to = next ? pageOf[way] : '/packs/$id/view';
    if (!next || isMoved) void navigate({ to, params: { id }, replace: isMoved, ignoreBlocker: true });
  };
  /** What is previewed and sent is the saved pack, and a step after it is that of the pack as it was saved. */
  const saveAndGoTo = async (next: EditorStep | null) => {
    const saved = await editor.save();
    // The page that follows is made in a turn of its own.
    await nextTurn();
    if (saved && isSameVisit()) await goTo(next, saved);
  };
  const goOn = () => {
    const next = stepAfter(way, step);
    if (isNew || isChanged) void saveAndGoTo(next);
    else void goTo(next, null);
  };
  const choose = (wanted: EditorStep) => {
    if (wanted === 'send' && isChanged) void saveAndGoTo(wanted);
    else setStep(wanted);
  };
  const leave = () => {
    editor.reset();
    void navigate({ to: '/packs', ignoreBlocker: true });
  };
  const before = isWizard && !isNew ? stepBefore(way, step) : null;
  const panels = (
    <>
      {step === 'details' && (
        <div className={classes.card}>
          <DetailsFields details={draft} onChange={editor.changeDetails} words={texts} />
        </div>
      )}
      {step === 'contents' && (
        <ContentsStep
          pack={pack}
          edited={draft}
          restored={isRestored ? kept.stored?.contents : undefined}
          change={editor.change}
        />
      )}
      {step === 'send' && (
        <Suspense fallback={<PackPageSkeleton />}>
          <PreviewAndSend pack={pack} isGone={isGone} onBack={before && (() => setStep(before))} />
        </Suspense>
      )}
    </>
  );
  const isLast = stepAfter(way, step) === null;
  if (isLeaving) return <PackPageSkeleton />;
  // What was typed for a prospect is the form's.
  if (isGone && !isChanged && !isSaving && step !== 'send') return <MissingPage />;
  return (
    <div className={classes.editor} data-step={step} ref={top}>
      <PageTitle aside={isChanged && <span className={classes.unsaved}>{texts.unsaved}</span>}>
        {isNew ? texts.create : title}
      </PageTitle>
      {isGone && step !== 'send' ? (
        <Banner tone="warn" text={packTexts.gone} />
      ) : (
        isOvertaken && <OvertakenBanner onShow={editor.reset} />
      )}
      {isRestored && !isOvertaken && !isGone && (
        <RestoredBanner
          text={editor.isUnread ? texts.unread : texts.restored}
          isUntouched={editor.isUntouched}
          isSaving={isSaving}
          onDrop={editor.reset}
        />
      )}
      {isWizard ? (
        <>
          <StepLine
            names={stepsOf(way).map((name) => texts.tabs[name])}
            current={stepsOf(way).indexOf(step)}
            done={texts.stepDone}
            onBack={(at) => setStep(stepsOf(way)[at] ?? step)}
          />
          <section aria-label={texts.tabs[step]} tabIndex={-1} data-step className={classes.step}>
            {panels}
          </section>
        </>
      ) : (
        <Tabs
          value={step}
          keepMounted={false}
          onChange={(wanted) => choose(wanted as EditorStep)}
          classNames={tabClasses}
        >
          <Tabs.List>
            {stepsOf(way).map((name) => (
              <Tabs.Tab
                key={name}
                value={name}
                disabled={(isNew && name !== 'details') || (name === 'send' && !isValid)}
              >
                {texts.tabs[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={step}>{panels}</Tabs.Panel>
        </Tabs>
      )}
      {step !== 'send' && (
        <ActionBar
          aside={
            <Button
              variant="subtle"
              color="gray"
              // What is being saved cannot be dropped any more.
              disabled={isSaving}
              onClick={() => (isChanged ? setAsksToDrop(true) : leave())}
            >
              {texts.cancel}
            </Button>
          }
        >
          {before && (
            <Button variant="default" onClick={() => setStep(before)}>
              {texts.back}
            </Button>
          )}
          <Button
            loading={isSaving}
            disabled={!isValid}
            // The second of two quick clicks belongs to the first, and not to the step that has come by then.
            onClick={({ detail }) => detail < 2 && goOn()}
          >
            {isLast ? texts.save : texts.next}
          </Button>
        </ActionBar>
      )}
      <Suspense>
        {asksToDrop && (
          <ConfirmDialog
            title={texts.drop.title}
            question={texts.drop.question}
            confirm={texts.drop.drop}
            cancel={texts.drop.keep}
            onCancel={() => setAsksToDrop(false)}
            onConfirm={leave}
          />
        )}
      </Suspense>
      {leaveQuestion}
    </div>
  );
}
