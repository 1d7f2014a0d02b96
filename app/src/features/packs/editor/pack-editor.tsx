// What a save says: a sheet with layers that came only then would have the whole page laid out again.
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useId, useRef, useState } from 'react';
import { useItemTitle } from '#navigation/page-state.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { useIsSameVisit } from '#navigation/use-is-same-visit.ts';
import { type Draft, useServices } from '#services.ts';
import { Banner } from '#ui/banner.tsx';
import { nextTurn } from '#ui/next-turn.ts';
import type { KeptDraft } from '../builder/state/pack-draft.ts';
import { DetailsFields } from '../details-fields.tsx';
import { OvertakenBanner } from '../drafts/overtaken-banner.tsx';
import { RestoredBanner } from '../drafts/restored-banner.tsx';
import { useHandBack } from '../drafts/use-hand-back.ts';
import { type LeaveStep, useLeaveQuestion } from '../drafts/use-leave-question.tsx';
import { GonePage } from '../opening/gone-page.tsx';
import { PackPageSkeleton } from '../opening/pack-page-skeleton.tsx';
import type { PackInHand } from '../opening/pack-visit.tsx';
import { texts as packTexts } from '../texts.ts';
import { ContentsStep } from './contents-step.tsx';
import { hasName } from './edited-pack.ts';
import { EditorBar } from './editor-bar.tsx';
import { TabbedSteps, WizardSteps } from './editor-steps.tsx';
import classes from './pack-editor.module.css';
import { type EditorStep, type EditorWay, stepAfter, stepBefore } from './steps.ts';
import { texts } from './texts.ts';
import { useEditor } from './use-editor.ts';
import { useStep } from './use-step.ts';

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
export function PackEditor({ pack, isNew, onSavedAs, kept, way, ...given }: Props) {
  const { notices } = useServices();
  const navigate = useNavigate();
  const isSameVisit = useIsSameVisit();
  const editor = useEditor({ pack, isNew, kept });
  const { draft, isChanged, isRestored, isOvertaken, isSaving, isValid } = editor;
  // A save brings it back.
  const isGone = given.isGone && !editor.isBehind;
  const isOver = isGone || (pack.archived === true && !editor.isBehind);
  const title = draft.title.trim() || pack.title;
  useItemTitle(isNew ? texts.create : title);
  const isWizard = way === 'wizard';
  const { step, setStep, showProblem, top } = useStep(isNew || isWizard ? 'details' : 'contents', isWizard);
  const [asksToDrop, setAsksToDrop] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leaveQuestion = useLeaveQuestion(isChanged, editor.place);
  const leaveStep = useRef<LeaveStep>(null);
  const toStep = (next: EditorStep) => {
    // Who presses what is shown already leaves nothing.
    if (next === step) return;
    if (leaveStep.current) leaveStep.current(() => setStep(next));
    else setStep(next);
  };
  const handBack = useHandBack(isSaving);
  const problemId = useId();

  /** @param next null for the pack as it is seen */
  const goTo = async (next: EditorStep | null, { id, isMoved }: { id: string; isMoved: boolean }) => {
    if (next) return setStep(next);
    // What goes and what comes take a turn each.
    setLeaving(true);
    await nextTurn();
    if (!isSameVisit()) return;
    const left = navigate({
      to: '/packs/$id/view',
      params: { id },
      replace: isMoved,
      ignoreBlocker: true,
    });
    // Who is back before the next page was drawn has never left.
    void left.then(() => {
      if (isSameVisit()) setLeaving(false);
    });
  };
  /** What is previewed and sent is the saved pack, and a step after it is that of the pack as it was saved. */
  const saveAndGoTo = (next: EditorStep | null) =>
    editor.save(async ({ made, isChangedSince }) => {
      if (!isSameVisit()) return;
      const { id } = made;
      const isMoved = isNew || id !== pack.id;
      const isStaying = next !== null || isChangedSince;
      if (isMoved) onSavedAs(made);
      if (isMoved && isStaying)
        void navigate({ to: pageOf[way], params: { id }, replace: true, ignoreBlocker: true });
      if (isChangedSince) {
        notices.show({ tone: 'neutral', text: texts.changedSince });
        return;
      }
      // The step that comes takes the focus.
      handBack(null);
      await goTo(next, { id, isMoved });
    });
  const goOn = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const next = stepAfter(way, step);
    if (isNew || isChanged) {
      handBack(currentTarget);
      void saveAndGoTo(next);
    } else void goTo(next, { id: editor.pack.id, isMoved: editor.pack.id !== pack.id });
  };
  const choose = (wanted: EditorStep) => {
    if (wanted === 'send' && isChanged) void saveAndGoTo(wanted);
    else toStep(wanted);
  };
  const leave = () => {
    editor.reset();
    void navigate({ to: '/packs', ignoreBlocker: true });
  };
  const before = isWizard && !isNew ? stepBefore(way, step) : null;
  const onBack = before && (() => toStep(before));
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
          <PreviewAndSend
            pack={editor.pack}
            isGone={isOver}
            lack={given.lack}
            onBack={onBack}
            leaveStep={leaveStep}
          />
        </Suspense>
      )}
    </>
  );
  // On their own step the fields say it themselves.
  const problem =
    isValid || step === 'details' ? null : hasName(draft) ? texts.colorInvalid : texts.nameRequired;
  if (isLeaving) return <PackPageSkeleton />;
  // What was typed for a prospect is the form's.
  if (isOver && !isChanged && !isSaving && step !== 'send') return <GonePage pack={pack} />;
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
        <WizardSteps way={way} step={step} onStep={toStep}>
          {panels}
        </WizardSteps>
      ) : (
        <TabbedSteps
          {...{ way, step, isNew, isValid }}
          problemId={problem === null ? undefined : problemId}
          onStep={choose}
        >
          {panels}
        </TabbedSteps>
      )}
      {step !== 'send' && (
        <EditorBar
          isLast={stepAfter(way, step) === null}
          {...{ isSaving, isValid, problem, problemId, onBack }}
          onShowProblem={showProblem}
          onCancel={() => (isChanged ? setAsksToDrop(true) : leave())}
          onNext={goOn}
        />
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
