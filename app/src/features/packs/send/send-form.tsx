import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Tabs } from '@mantine/core';
import { IconLink, IconSchool, IconSend } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MissingPage } from '#navigation/missing-page.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { useIsStillHere } from '#navigation/use-is-still-here.ts';
import {
  type ChannelView,
  type Draft,
  type MediaView,
  type RefusedMessage,
  type UnsendableItem,
  useServices,
} from '#services.ts';
import type { PackRecord, SignatureRecord } from '#storage/records.ts';
import { ActionBar } from '#ui/action-bar.tsx';
import { Banner } from '#ui/banner.tsx';
import { tabClasses } from '#ui/tabs.tsx';
import { useLive } from '#ui/use-live.ts';
import { contentsProblem } from '../builder/pack-draft.ts';
import { ContentsBanner } from '../contents-banner.tsx';
import { texts } from '../texts.ts';
import { goOnByEnter } from './go-on-by-enter.ts';
import { MessageBanner } from './message-banner.tsx';
import { emptyMessage, expiresPath, forNextRecipient, hasWork, namedRecipients } from './message-form.ts';
import { OptionsPanel } from './options-panel.tsx';
import { PackSummary } from './pack-summary.tsx';
import { useRecentRecipients } from './recent-recipients.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { emptyRecipient, type SendValues } from './recipients.ts';
import classes from './send-form.module.css';
import { useMessageForm } from './use-message-form.ts';
import { useOptionsFold } from './use-options-fold.ts';
import { useOvertaken } from './use-overtaken.ts';
import { type How, shownAfterMs, useSend } from './use-send.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));
const PreviewDialog = lazy(() => import('../preview/preview-dialog.tsx'));
const UnsendableDialog = lazy(() => import('./unsendable-dialog.tsx'));
const SentListDialog = lazy(() => import('./sent-list-dialog.tsx'));
const SentDialog = lazy(() => import('./sent-dialog.tsx'));
const LinkDialog = lazy(() => import('./link-dialog.tsx'));

/** How what was typed goes: with the page, with what an earlier visit left, or for the words of another window. */
type Dropping = 'leave' | 'clear' | 'show';

const droppingWords: Record<Dropping, { title: string; confirm: string }> = {
  leave: { title: texts.send.cancel, confirm: texts.send.drop.confirm },
  clear: { title: texts.send.clear, confirm: texts.send.clear },
  show: { title: texts.overtaken.confirm.title, confirm: texts.send.showEdited },
};

interface Props {
  pack: PackRecord;
  /** It was deleted or archived meanwhile. */
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
  /** To the step before it; null or absent where there is none. */
  onBack?: (() => void) | null;
  /** What was typed at an earlier visit and not sent. */
  draft: Draft<SendValues>;
  /** The words of the message before, where nothing was typed and not sent. */
  words?: SendValues | null;
  /** It follows a correction, whose last button is gone: typing goes on in its first field. */
  isNext?: boolean;
  /** After a correction: the next one is a message of its own, with a form of its own. */
  onAnother?: (words: SendValues) => void;
  /** Opens the message that is corrected as it is now. */
  onReopen?: () => void;
}

/** The form, the pack beside it, and the bar with Cancel, Link and Send. */
export function SendForm({
  pack,
  isGone,
  medias,
  channel,
  mine,
  corrects: opened,
  correcting,
  draft,
  isPart = false,
  onBack = null,
  words = null,
  isNext = false,
  onAnother,
  onReopen,
}: Props) {
  const navigate = useNavigate();
  const { packs, messages } = useServices();
  const title = pack.title ?? '';
  const [blank] = useState(emptyRecipient);
  const written = correcting?.form ?? emptyMessage(title, mine !== null);
  const fresh: SendValues = { ...blank, ...written, others: [] };
  /** What would come back by itself, or went out already: without anything else Cancel loses nothing. */
  const [base, setBase] = useState<SendValues>({ ...fresh, ...(draft.stored ? {} : words) });
  const [isRestored, setRestored] = useState(draft.stored !== null);
  const limitsLinks = useLive(() => messages.takesLinkControl(), []) ?? false;
  const form = useMessageForm({
    initialValues: { ...fresh, ...(draft.stored ?? words) },
    limitsLinks,
    onValuesChange: (values) => draft.keep(() => values),
  });
  const options = useOptionsFold();
  const [isPreviewing, setPreviewing] = useState(false);
  const signatures = { none: null, default: channel?.signature ?? null, mine };
  const recents = useRecentRecipients();
  const [isMadeNew, setMadeNew] = useState(false);
  const corrects = isMadeNew ? undefined : opened;
  const { state, record, reset, isUnderWay } = useSend({
    pack,
    corrects,
    onRecorded: (recipients) => {
      draft.drop();
      recents.remember(recipients);
    },
  });
  const isSending = state.step === 'recording' || state.step === 'processing';

  const elsewhere = useOvertaken(corrects, correcting);
  // What this form itself sends leaves, too.
  const overtaken = state.step === 'form' ? elsewhere : null;
  const isTaken = overtaken === 'left' || overtaken === 'cancelled';
  const problem = contentsProblem(pack);
  const isHeldBack = isTaken || isGone || problem !== null;
  const why = problem ? texts.contentsProblem[problem] : undefined;

  const toFirstField = useEffectEvent(() => form.getInputNode('firstName')?.focus());
  useEffect(() => {
    if (isNext || isMadeNew) toFirstField();
  }, [isNext, isMadeNew]);

  // The signature may come from the host after the form; a choice that was made stays, also for the next one.
  const isSignatureFree =
    mine !== null &&
    correcting === null &&
    draft.stored === null &&
    words === null &&
    !form.isTouched('signature');
  const setSignature = useEffectEvent(() => {
    const isTyped = form.isDirty();
    form.setFieldValue('signature', 'mine');
    // Nobody has typed that.
    if (!isTyped) draft.drop();
  });
  useEffect(() => {
    if (isSignatureFree) setSignature();
  }, [isSignatureFree]);

  const leave = () => {
    draft.drop();
    if (correcting?.reason === null) return navigate({ to: '/packs/$id/details', params: { id: pack.id } });
    if (correcting) return navigate({ to: '/settings', hash: 'waiting' });
    return navigate({ to: '/packs/$id/view', params: { id: pack.id } });
  };
  const isStillHere = useIsStillHere();
  const finish = async () => {
    await leave();
    // Who went back before the next page was drawn finds the form that a later return finds, not what is over.
    if (!isStillHere()) return;
    if (opened !== undefined) return onReopen?.();
    form.setValues({ ...fresh, ...emptyRecipient() });
    setBase(fresh);
    form.clearErrors();
    draft.drop();
    setRestored(false);
    reset();
  };
  const [asked, setAsked] = useState<{ values: SendValues; how: How; items: UnsendableItem[] } | null>(null);
  /** What was pressed, while it is looked up whether all of the pack can be sent. */
  const [looksFor, setLooksFor] = useState<How | null>(null);
  /** The press that is looked up. Nothing goes out after Cancel, or once the form has gone, however long that takes. */
  const pressed = useRef<symbol | null>(null);
  useEffect(
    () => () => {
      pressed.current = null;
    },
    [],
  );
  const [dropping, setDropping] = useState<Dropping | null>(null);
  const lost = () => {
    if (dropping === 'show') return texts.send.drop.editedInstead;
    if (corrects !== undefined) return texts.send.drop.changesLost;
    return texts.send.drop.lost(namedRecipients(form.values).length);
  };
  /** Asks first where something would be lost. */
  const drop = (how: Dropping) => {
    // What goes out cannot be cancelled here any more, and where that fails its draft is all that is left of it.
    if (isUnderWay()) return;
    pressed.current = null;
    if (isMadeNew || hasWork(form.values, base)) setDropping(how);
    else dropNow(how);
  };
  const dropNow = (how: Dropping) => {
    setDropping(null);
    if (how === 'leave') return void leave();
    if (how === 'show') {
      draft.drop();
      return onReopen?.();
    }
    // Drawn first: the fields are those of another message then.
    flushSync(() => {
      form.setValues(fresh);
      setRestored(false);
    });
    draft.drop();
    form.getInputNode('firstName')?.focus();
  };
  const askOrRecord = async (values: SendValues, how: How) => {
    const press = Symbol();
    pressed.current = press;
    const slow = setTimeout(() => setLooksFor(how), shownAfterMs);
    // What cannot be looked up keeps nothing back: the host has the last word.
    const items = await packs.unsendable(pack).catch(() => []);
    clearTimeout(slow);
    setLooksFor(null);
    if (pressed.current !== press) return;
    pressed.current = null;
    if (items.length > 0) setAsked({ values, how, items });
    else await record(values, how);
  };
  const showErrors = (errors: object) => {
    // What is folded away is not seen, and cannot take the focus.
    if (expiresPath in errors) flushSync(options.show);
    form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
  };
  const submit = (how: How) => form.onSubmit((values) => void askOrRecord(values, how), showErrors);
  const another = () => {
    draft.drop();
    const next = forNextRecipient(form.values);
    if (opened !== undefined) return onAnother?.(next);
    form.setValues(next);
    setBase(next);
    form.clearErrors();
    draft.drop();
    setRestored(false);
    reset();
    form.getInputNode('firstName')?.focus();
  };
  /** A message that was refused, from what is said of it. */
  const correct = (id: string) => {
    if (id === opened) return onReopen?.();
    void navigate({ to: '/packs/$id/send', params: { id: pack.id }, search: { message: id } });
  };
  const busy = state.step === 'processing' ? state.how : looksFor;
  const isWorking = isSending || looksFor !== null;

  const isTyped = isRestored || words !== null || form.isDirty();
  if (isGone && !isPart && !isTyped && state.step === 'form') return <MissingPage />;
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
            <RecipientFields
              form={form}
              isOne={corrects !== undefined}
              recents={recents}
              isDone={state.step !== 'form'}
            />
          </Tabs.Panel>
        </Tabs>
        <div className={classes.side}>
          <PackSummary pack={pack} medias={medias} />
          <OptionsPanel
            form={form}
            mine={mine}
            ofChannel={channel?.signature ?? null}
            limitsLinks={limitsLinks}
            fold={options}
          />
        </div>
      </div>
      <ActionBar
        aside={
          <>
            <Button variant="subtle" color="gray" disabled={isSending} onClick={() => drop('leave')}>
              {texts.send.cancel}
            </Button>
            <Button
              variant="subtle"
              className={onBack ? classes.besideBack : undefined}
              onClick={() => setPreviewing(true)}
            >
              {texts.preview.open}
            </Button>
          </>
        }
      >
        {onBack && (
          <Button variant="default" disabled={isWorking} onClick={onBack}>
            {texts.send.back}
          </Button>
        )}
        <Button
          variant="default"
          loading={busy === 'link'}
          disabled={busy === 'send' || isHeldBack}
          aria-description={why}
          leftSection={<IconLink size={20} stroke={1.75} aria-hidden />}
          onClick={() => submit('link')()}
        >
          {texts.send.link}
        </Button>
        <Button
          loading={busy === 'send'}
          disabled={busy === 'link' || isHeldBack}
          aria-description={why}
          leftSection={<IconSend size={20} stroke={1.75} aria-hidden />}
          onClick={() => submit('send')()}
        >
          {texts.send.send}
        </Button>
      </ActionBar>
      <Suspense>
        {asked && !isGone && (
          <UnsendableDialog
            items={asked.items}
            onSend={(without) => {
              setAsked(null);
              void record(asked.values, asked.how, without);
            }}
            onCancel={() => setAsked(null)}
          />
        )}
        {dropping && (
          <ConfirmDialog
            {...droppingWords[dropping]}
            question={lost()}
            cancel={texts.send.drop.keep}
            onConfirm={() => dropNow(dropping)}
            onCancel={() => setDropping(null)}
          />
        )}
        {isPreviewing && (
          <PreviewDialog
            pack={pack}
            medias={medias}
            to={{ ...form.values, signature: signatures[form.values.signature] }}
            onClose={() => setPreviewing(false)}
          />
        )}
        {state.step === 'sent' && (
          <SentDialog
            title={state.title}
            name={state.name}
            email={state.email}
            messageId={state.messageId}
            onCorrect={correct}
            onAnother={another}
            onFinish={() => void finish()}
          />
        )}
        {state.step === 'several' && (
          <SentListDialog
            how={state.how}
            recorded={state.recorded}
            onCorrect={correct}
            onAnother={another}
            onFinish={() => void finish()}
          />
        )}
        {state.step === 'linked' && (
          <LinkDialog
            link={state.link}
            name={state.name}
            subject={form.values.subject.trim() || title}
            messageId={state.messageId}
            savedRemotely={state.savedRemotely}
            onAnother={another}
            onFinish={() => void finish()}
          />
        )}
      </Suspense>
    </form>
  );
}
