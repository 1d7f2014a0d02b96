// What a save says: a sheet with layers that came only then would have the whole page laid out again.
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button, Tabs } from '@mantine/core';
import { useBlocker, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useItemTitle } from '#navigation/page-state.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { useIsStillHere } from '#navigation/use-is-still-here.ts';
import type { Draft, MediaView } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { ActionBar } from '#ui/action-bar.tsx';
import { Banner } from '#ui/banner.tsx';
import { StepLine } from '#ui/step-line.tsx';
import { tabClasses } from '#ui/tabs.tsx';
import type { KeptDraft } from '../builder/pack-draft.ts';
import { DetailsFields } from '../details-fields.tsx';
import { OvertakenBanner } from '../overtaken-banner.tsx';
import { PackPageSkeleton } from '../pack-page-skeleton.tsx';
import { ContentsStep } from './contents-step.tsx';
import classes from './pack-editor.module.css';
import { type EditorStep, type EditorWay, stepAfter, stepBefore, stepsOf } from './steps.ts';
import { texts } from './texts.ts';
import { useEditor } from './use-editor.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));
const PreviewAndSend = lazy(() => import('./preview-and-send.tsx'));

interface Props {
  pack: PackRecord;
  /** The address names no pack yet. */
  isNew: boolean;
  medias: ReadonlyMap<string, MediaView>;
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
export function PackEditor({ pack, isNew, medias, kept, way }: Props) {
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const editor = useEditor({ pack, isNew, kept });
  const { draft, isChanged, isRestored, isOvertaken, isSaving, isValid } = editor;
  const title = draft.title.trim() || pack.title;
  useItemTitle(isNew ? texts.create : title);
  const isWizard = way === 'wizard';
  const begun = useLocation({ select: ({ state }) => state.editorStep });
  const [step, setStep] = useState<EditorStep>(begun ?? (isNew || isWizard ? 'details' : 'contents'));
  const [asksToDrop, setAsksToDrop] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    // What is typed is kept as a draft, so that closing the window loses nothing.
    enableBeforeUnload: false,
    withResolver: true,
  });
  const top = useRef<HTMLDivElement>(null);
  // A new pack that goes on under its own address has come to another step, too.
  const shown = useRef(begun ? null : step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    top.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"], [data-step]')?.focus();
    // A step begins at its beginning, however far down the last one was left.
    if (isWizard) scrollTo({ top: 0 });
  }, [step, isWizard]);

  const open = (
    id: string,
    to: (typeof pageOf)[EditorWay] | '/packs/$id/view',
    editorStep?: EditorStep | null,
  ) =>
    void navigate({
      ...{ to, params: { id }, replace: isNew || id !== pack.id, ignoreBlocker: true },
      state: editorStep ? { editorStep } : {},
    });
  const goOn = () => {
    const next = stepAfter(way, step);
    if (isNew) open(editor.id, isWizard ? pageOf.wizard : pageOf.edit_save, next);
    else if (next) setStep(next);
    else void navigate({ to: '/packs/$id/view', params: { id: editor.id }, ignoreBlocker: true });
  };
  /** @returns whether the work goes on here: a copy has a page of its own */
  const saveHere = async () => {
    const saved = await editor.save();
    if (!saved || isNew || saved.id === pack.id) return saved !== null;
    if (isStillHere()) open(saved.id, stepAfter(way, step) === null ? '/packs/$id/view' : pageOf[way]);
    return false;
  };
  const saveAndGoOn = async () => {
    if ((!isNew && !isChanged) || ((await saveHere()) && isStillHere())) goOn();
  };
  const choose = async (wanted: EditorStep) => {
    // What is previewed and sent is the saved pack.
    if (wanted === 'send' && isChanged && !(await saveHere())) return;
    setStep(wanted);
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
          <PreviewAndSend pack={pack} medias={medias} onBack={before && (() => setStep(before))} />
        </Suspense>
      )}
    </>
  );
  const isLast = stepAfter(way, step) === null;
  return (
    <div className={classes.editor} data-step={step} ref={top}>
      <PageTitle aside={isChanged && <span className={classes.unsaved}>{texts.unsaved}</span>}>
        {isNew ? texts.create : title}
      </PageTitle>
      {isOvertaken && <OvertakenBanner onShow={editor.reset} />}
      {isRestored && !isOvertaken && (
        <Banner
          tone="neutral"
          text={texts.restored}
          action={
            <Button variant="subtle" my={-12} onClick={editor.reset}>
              {texts.dropRestored}
            </Button>
          }
        />
      )}
      {isWizard ? (
        <>
          <div className={classes.steps}>
            <StepLine
              names={stepsOf(way).map((name) => texts.tabs[name])}
              current={stepsOf(way).indexOf(step)}
              done={texts.stepDone}
              onBack={(at) => setStep(stepsOf(way)[at] ?? step)}
            />
          </div>
          <section aria-label={texts.tabs[step]} tabIndex={-1} data-step className={classes.step}>
            {panels}
          </section>
        </>
      ) : (
        <Tabs
          value={step}
          keepMounted={false}
          onChange={(wanted) => void choose(wanted as EditorStep)}
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
            <Button variant="subtle" color="gray" onClick={() => (isChanged ? setAsksToDrop(true) : leave())}>
              {texts.cancel}
            </Button>
          }
        >
          {before && (
            <Button variant="default" onClick={() => setStep(before)}>
              {texts.back}
            </Button>
          )}
          <Button loading={isSaving} disabled={!isValid} onClick={() => void saveAndGoOn()}>
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
        {blocker.status === 'blocked' && (
          <ConfirmDialog
            title={texts.leave.title}
            question={texts.leave.question}
            confirm={texts.leave.leave}
            cancel={texts.leave.stay}
            onCancel={blocker.reset}
            onConfirm={blocker.proceed}
          />
        )}
      </Suspense>
    </div>
  );
}
