import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Tabs } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type Ref, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { leavePage, usePageStore } from '#navigation/page-state.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { useIsStillHere } from '#navigation/use-is-still-here.ts';
import {
  type ChannelView,
  type Draft,
  type MediaView,
  type MessageForm,
  type RefusedMessage,
  useServices,
} from '#services.ts';
import type { PackRecord, SignatureRecord } from '#storage/records.ts';
import { Banner } from '#ui/banner.tsx';
import { tabClasses } from '#ui/tabs.tsx';
import { useLive } from '#ui/use-live.ts';
import { contentsProblem } from '../builder/state/pack-draft.ts';
import { useHandBack } from '../drafts/use-hand-back.ts';
import { type LeaveStep, useLeaveQuestion } from '../drafts/use-leave-question.tsx';
import { GonePage } from '../opening/gone-page.tsx';
import { texts } from '../texts.ts';
import { ContentsBanner } from '../view/contents-banner.tsx';
import { Confirmation } from './confirmation.tsx';
import { DroppingDialog } from './dropping-dialog.tsx';
import { goOnByEnter } from './go-on-by-enter.ts';
import { MessageBanner } from './message-banner.tsx';
import {
  emptyMessage,
  expiresPath,
  forNextRecipient,
  hasWork,
  namedRecipients,
  restored,
} from './message-form.ts';
import { OptionsPanel } from './options-panel.tsx';
import { PackSummary } from './pack-summary.tsx';
import { useRecentRecipients } from './recipients/recent-recipients.ts';
import { RecipientFields } from './recipients/recipient-fields.tsx';
import { emptyRecipient, type SendValues } from './recipients/recipients.ts';
import { type Dropping, useDropping } from './recipients/use-dropping.ts';
import { SendBar } from './send-bar.tsx';
import classes from './send-form.module.css';
import { useFreshContent } from './use-fresh-content.ts';
import { useMessageForm } from './use-message-form.ts';
import { useOptionsFold } from './use-options-fold.ts';
import { useOvertaken } from './use-overtaken.ts';
import { usePress } from './use-press.ts';
import { type How, useSend } from './use-send.ts';

const PreviewDialog = lazy(() => import('../preview/preview-dialog.tsx'));
const UnsendableDialog = lazy(() => import('./unsendable-dialog.tsx'));

interface Props {
  pack: PackRecord;
  /** It was deleted meanwhile. */
  isGone: boolean;
  medias: ReadonlyMap<string, MediaView>;
  channel: ChannelView | null;
  mine: SignatureRecord | null;
  /** Id of a message that is written anew. */
  corrects?: string | undefined;
  /** As it was opened; null for a new one, and for one that had left by then. */
  correcting: RefusedMessage | null;
  /** It stands below something else, on a page that has a title. */
  isPart?: boolean;
  /** Told of another signature than the one it began with. */
  onSignature?: ((choice: MessageForm['signature']) => void) | undefined;
  /** To the step before it; null or absent where there is none. */
  onBack?: (() => void) | null;
  leaveStep?: Ref<LeaveStep>;
  /** What was typed at an earlier visit and not sent. */
  draft: Draft<SendValues>;
  /** The words of the message before, where nothing was typed and not sent. */
  words?: SendValues | null;
  /** It follows one that had a form of its own, whose last button is gone: typing goes on in its first field. */
  isNext?: boolean;
  /** After what is corrected or sent again: the next one has another form. Null or absent where it has this one. */
  onAnother?: ((words: SendValues) => void) | null;
  /** Opens the message that is corrected as it is now. */
  onReopen?: () => void;
}

/** The form, the pack beside it, and the bar with Cancel, Link and Send. */
export function SendForm({
  pack,
  isGone: isDeleted,
  medias,
  channel,
  mine,
  corrects: opened,
  correcting,
  draft,
  isPart = false,
  onSignature,
  onBack = null,
  leaveStep,
  words = null,
  isNext = false,
  onAnother = null,
  onReopen,
}: Props) {
  const navigate = useNavigate();
  const page = usePageStore();
  const { messages, configuration } = useServices();
  const { flags } = configuration;
  const title = pack.title ?? '';
  const [blank] = useState(emptyRecipient);
  const written = correcting?.form ?? emptyMessage(title, mine !== null);
  const fresh: SendValues = { ...blank, ...written, others: [] };
  /** What would come back by itself, or went out already: without anything else Cancel loses nothing. */
  const [base, setBase] = useState<SendValues>({ ...fresh, ...(draft.stored ? {} : words) });
  const [isRestored, setRestored] = useState(draft.stored !== null);
  const limitsLinks = useLive(() => messages.takesLinkControl(), []) ?? false;
  const recents = useRecentRecipients();
  const [isMadeNew, setMadeNew] = useState(false);
  const corrects = isMadeNew ? undefined : opened;
  const { state, record, reset, isUnderWay, isBusy } = useSend({
    pack,
    corrects,
    onRecorded: (recipients) => {
      draft.drop();
      recents.remember(recipients);
    },
  });
  const contentComes = useFreshContent(correcting, channel?.id ?? null);
  const { looksFor, asked, ...presses } = usePress(pack, record, contentComes);
  const isReadOnly = state.step !== 'form' || looksFor !== null || asked !== null;
  const handBack = useHandBack(isReadOnly);
  const { form, inHand } = useMessageForm({
    initialValues: { ...fresh, ...(draft.stored ? restored(draft.stored, fresh) : words) },
    limitsLinks,
    onValuesChange: (values) => {
      draft.keep(() => ({ ...values, isSignatureGiven: !isSignatureChosen.current }));
      onSignature?.(values.signature);
    },
    hold: { isHeld: () => presses.isHeld() || isBusy(), isReadOnly },
  });
  /** By somebody, here or before. A field is touched by who only goes through it. */
  const isSignatureChosen = useRef(
    correcting !== null || (draft.stored ? draft.stored.isSignatureGiven !== true : words !== null),
  );
  const options = useOptionsFold();
  const [isPreviewing, setPreviewing] = useState(false);
  // What was written before its pack was archived can still go out, and be corrected.
  const isGone = isDeleted || (pack.archived === true && corrects === undefined);
  const isSending = state.step === 'recording' || state.step === 'processing';

  const elsewhere = useOvertaken(corrects, correcting);
  // What this form itself sends leaves, too.
  const overtaken = state.step === 'form' ? elsewhere : null;
  const isTaken = overtaken === 'left' || overtaken === 'cancelled';
  const problem = contentsProblem(pack);
  const isHeldBack = isTaken || isGone || problem !== null;
  const why = problem ? texts.contentsProblem[problem] : undefined;

  // Nobody is asked about what cannot go out any more.
  const stopAsking = useEffectEvent(presses.callOff);
  const isAskedInVain = asked !== null && isGone;
  useEffect(() => {
    if (isAskedInVain) stopAsking();
  }, [isAskedInVain]);

  const toFirstField = useEffectEvent(() => form.getInputNode('firstName')?.focus());
  useEffect(() => {
    if (isNext || isMadeNew) toFirstField();
  }, [isNext, isMadeNew]);

  // The signature may come from the host after the form; a choice that was made stays, also for the next one.
  const hasMine = mine !== null;
  const setSignature = useEffectEvent(() => {
    if (isSignatureChosen.current) return;
    const isTyped = form.isDirty();
    form.setFieldValue('signature', 'mine');
    // Nobody has typed that.
    if (!isTyped && draft.stored === null) draft.drop();
  });
  useEffect(() => {
    if (hasMine) setSignature();
  }, [hasMine]);

  const leave = () => {
    draft.drop();
    // The device may not have dropped it yet, and nobody is asked twice.
    const on = { ignoreBlocker: true };
    if (correcting?.reason === null && flags.packDetailsV2 && !isGone)
      return navigate({ to: '/packs/$id/details', params: { id: pack.id }, ...on });
    if (correcting) return navigate({ to: '/settings', hash: 'waiting', ...on });
    // A pack that is gone has no view.
    if (isGone) return navigate({ to: '/packs', ...on });
    return navigate({ to: '/packs/$id/view', params: { id: pack.id }, ...on });
  };
  const isStillHere = useIsStillHere();
  const finish = async () => {
    await leave();
    // Who went back before the next page was drawn finds the form that a later return finds, not what is over.
    if (!isStillHere()) return;
    if (onAnother) return onReopen?.();
    isSignatureChosen.current = false;
    form.setValues({ ...fresh, ...emptyRecipient() });
    setBase(fresh);
    form.clearErrors();
    draft.drop();
    setRestored(false);
    reset();
  };
  const dropNow = (how: Dropping) => {
    if (how === 'leave') return void leave();
    if (how === 'show') {
      draft.drop();
      return onReopen?.();
    }
    isSignatureChosen.current = correcting !== null;
    // Drawn first: the fields are those of another message then.
    flushSync(() => {
      form.setValues(fresh);
      setRestored(false);
    });
    draft.drop();
    form.getInputNode('firstName')?.focus();
  };
  const mayLose = isMadeNew || hasWork(form.values, base);
  const { dropping, ...drops } = useDropping(() => mayLose, dropNow);
  const leaveQuestion = useLeaveQuestion(state.step === 'form' && mayLose, () => draft, {
    words: texts.leave.ofMessage,
    isOnlyOfUnkept: true,
    leaveStep,
  });
  const drop = (how: Dropping) => {
    // What goes out cannot be cancelled here any more, and where that fails its draft is all that is left of it.
    if (isUnderWay()) return;
    presses.callOff();
    drops.drop(how);
  };
  const showErrors = (errors: object) => {
    // What is folded away is not seen, and cannot take the focus.
    if (expiresPath in errors) flushSync(options.show);
    form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
  };
  const submit = (how: How, button: HTMLElement) => {
    if (inHand.isHeld()) return;
    handBack(button);
    form.onSubmit((values) => void presses.press(values, how), showErrors)();
  };
  const another = () => {
    draft.drop();
    const next = forNextRecipient(form.values);
    if (onAnother) return onAnother(next);
    // Drawn first: the fields are those of another recipient then.
    flushSync(() => {
      form.setValues(next);
      setBase(next);
      form.clearErrors();
      setRestored(false);
      reset();
    });
    draft.drop();
    form.getInputNode('firstName')?.focus();
  };
  /** A message that was refused, from what is said of it. */
  const correct = (id: string) => {
    if (id === opened) return onReopen?.();
    // Another message on the same page: its title is to have the focus all the same.
    leavePage(page);
    void navigate({ to: '/packs/$id/send', params: { id: pack.id }, search: { message: id } });
  };
  const busy = state.step === 'processing' ? state.how : looksFor;
  const isWorking = isSending || looksFor !== null;

  const isTyped = isRestored || words !== null || form.isDirty();
  if (isGone && !isPart && !isTyped && state.step === 'form') return <GonePage pack={pack} />;
  return (
    <form
      className={classes.screen}
      data-part={isPart || undefined}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={goOnByEnter}
      noValidate
    >
      {!isPart && <PageTitle>{texts.send.title}</PageTitle>}
      {channel?.sandbox && (
        <Banner
          tone="warn"
          text={texts.send.sandbox}
          icon={<IconSchool size={20} stroke={1.75} aria-hidden />}
        />
      )}
      {isGone && <Banner tone="warn" text={texts.send.gone} />}
      <ContentsBanner pack={pack} />
      {corrects !== undefined && (
        <MessageBanner
          correcting={correcting}
          overtaken={overtaken}
          onShow={() => drop('show')}
          onAsNew={() => {
            draft.keep(() => form.values);
            setMadeNew(true);
          }}
        />
      )}
      {isRestored && (
        <Banner
          tone="neutral"
          text={texts.send.restored}
          action={
            <Button variant="subtle" my={-12} disabled={isWorking} onClick={() => drop('clear')}>
              {texts.send.clear}
            </Button>
          }
        />
      )}
      <div className={classes.columns}>
        <Tabs
          value="recipient"
          className={classes.card ?? ''}
          classNames={{ ...tabClasses, list: classes.list }}
        >
          <Tabs.List>
            <Tabs.Tab value="recipient">{texts.send.tab}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="recipient">
            <RecipientFields form={inHand} isOne={corrects !== undefined} recents={recents} />
          </Tabs.Panel>
        </Tabs>
        <div className={classes.side}>
          <PackSummary pack={pack} medias={medias} />
          <OptionsPanel
            form={inHand}
            mine={mine}
            ofChannel={channel?.signature ?? null}
            limitsLinks={limitsLinks}
            fold={options}
            onSignature={() => {
              isSignatureChosen.current = true;
            }}
          />
        </div>
      </div>
      <SendBar
        busy={busy}
        isSending={isSending}
        isHeldBack={isHeldBack}
        why={why}
        onBack={onBack}
        onCancel={() => drop('leave')}
        onPreview={() => setPreviewing(true)}
        onPress={submit}
      />
      <Suspense>
        {asked && !isGone && (
          <UnsendableDialog
            pack={pack}
            items={asked.items}
            canLeaveOut={asked.canLeaveOut}
            onSend={presses.goOn}
            onCancel={presses.callOff}
          />
        )}
        {dropping && (
          <DroppingDialog
            dropping={dropping}
            isCorrection={corrects !== undefined}
            recipients={namedRecipients(form.values).length}
            onConfirm={drops.confirm}
            onCancel={drops.keep}
          />
        )}
        {isPreviewing && (
          <PreviewDialog
            pack={pack}
            medias={medias}
            recipients={namedRecipients(form.values).length}
            to={{
              ...form.values,
              // Of a host that cannot limit links nobody is promised that.
              download: !limitsLinks || form.values.link?.download !== false,
            }}
            onClose={() => setPreviewing(false)}
          />
        )}
        <Confirmation
          state={state}
          subject={form.values.subject.trim() || title}
          isOnlyToSender={channel?.sandbox ?? false}
          onCorrect={correct}
          onAnother={another}
          onFinish={() => void finish()}
        />
      </Suspense>
      {leaveQuestion}
    </form>
  );
}
