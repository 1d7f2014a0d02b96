import { Button } from '@mantine/core';
import { formatLongDate } from '@satchel/core/format/dates.ts';
import {
  IconAlertCircle,
  IconBriefcase,
  IconCloudUp,
  IconMail,
  IconPencil,
  IconWritingSign,
} from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { whereToEdit } from '#navigation/where-to-edit.ts';
import { useServices, type WaitingItem } from '#services.ts';
import { actInRow } from '#ui/act-in-row.ts';
import { CardHint } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { handsOn } from './hands-on.ts';
import classes from './settings-screen.module.css';
import { texts } from './texts.ts';
import { useCancelling } from './use-cancelling.tsx';
import { hasActs, WaitingMessageActs } from './waiting-message-acts.tsx';
import rowClasses from './waiting-row.module.css';

const DiscardDialog = lazy(() => import('./discard-dialog.tsx'));

const icons = {
  'salestool--signature': IconWritingSign,
  'salestool--pack': IconBriefcase,
  'salestool--message': IconMail,
};

/** What does not go out by itself: refused, or nothing is wrong with it and it waits for a word. */
const stops: Partial<Record<WaitingItem['state'], 'bad' | 'warn'>> = { refused: 'bad', asks: 'warn' };

/** One item that waits; one that stopped opens with its reason and the ways out. */
export function WaitingRow({ item }: { item: WaitingItem }) {
  const stopped = stops[item.state];
  const Icon = stopped ? IconAlertCircle : icons[item.type];
  const isInDoubt = item.state === 'waiting' && item.mayHaveLeft && !item.hasAnswer;
  const whyItWaits = isInDoubt ? texts.waiting.mayBeThere : !stopped && item.reason;
  const row = useRef<HTMLTableSectionElement>(null);
  const { isUnderWay, ask, question } = useCancelling(item, row);
  // Taken out of the queue to be cancelled, it is not on its way.
  const state = isUnderWay && item.state === 'going' ? 'waiting' : item.state;
  return (
    <tbody ref={row} data-stopped={stopped} data-waiting={item.id} className={rowClasses.item}>
      <tr>
        <td>
          <span className={rowClasses.what}>
            <span className={rowClasses.icon}>
              <Icon size={20} stroke={1.75} aria-hidden />
            </span>
            <span>
              <span className={rowClasses.title}>{item.title}</span>
              <span className={rowClasses.subtitle}>{item.subtitle}</span>
              {whyItWaits && <span className={rowClasses.subtitle}>{whyItWaits}</span>}
            </span>
          </span>
        </td>
        <td className={classes.date}>{formatLongDate(item.updated)}</td>
        <td className={classes.state}>
          <StateChip state={state} />
        </td>
      </tr>
      {stopped && (
        <tr className={rowClasses.reasonRow}>
          <td colSpan={3}>
            <Refusal item={item} />
          </td>
        </tr>
      )}
      {hasActs(item) && (
        <tr className={rowClasses.reasonRow}>
          <td colSpan={3}>
            <WaitingMessageActs item={item} onCancel={ask} />
          </td>
        </tr>
      )}
      {question}
    </tbody>
  );
}

function StateChip({ state }: { state: WaitingItem['state'] }) {
  const label = texts.waiting.states[state];
  if (state === 'going') {
    return (
      <Chip tone="moving" icon={<IconCloudUp size={15} stroke={1.75} aria-hidden />}>
        {label}
      </Chip>
    );
  }
  return <Chip tone={state === 'asks' ? 'waiting' : state}>{label}</Chip>;
}

/** What can be done about it. A signature is corrected on a page of its own. */
function hintOf({ type, state, packId, isChange }: WaitingItem, isEditable: boolean): string {
  const { waiting } = texts;
  if (state === 'asks') return isEditable ? waiting.asksHint : waiting.asksWithoutEdit;
  if (type === 'salestool--message' && isChange) return waiting.changeHint;
  if (isEditable || type === 'salestool--signature') return waiting.refusedHint[type];
  return packId === null ? waiting.packGone : waiting.cannotEdit;
}

/** Why the host did not take it, and what can be done. */
function Refusal({ item }: { item: WaitingItem }) {
  const { waiting, notices, configuration } = useServices();
  const { flags } = configuration;
  const isClosed =
    item.type === 'salestool--message'
      ? flags.packNoSend || item.mayHaveLeft || item.isChange
      : flags.packNoEdit;
  const editable = isClosed ? null : item.packId;
  const [isDiscarding, setDiscarding] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  // The buttons go with what was the matter.
  const attempt = (task: () => Promise<unknown>, notDone: (reason: string) => string) =>
    actInRow(actions.current, handsOn, task, {
      failed: (reason) => notices.show({ tone: 'problem', text: notDone(reason) }),
    });
  const discard = async () => {
    await attempt(() => waiting.discard(item), texts.waiting.notDiscarded);
    setDiscarding(false);
  };
  const retry = () => attempt(() => waiting.retry(item), texts.waiting.notRetried);
  return (
    <div className={rowClasses.reason}>
      <div className={rowClasses.words}>
        <p className={rowClasses.why}>{item.reason}</p>
        <CardHint>{hintOf(item, editable !== null)}</CardHint>
      </div>
      <div ref={actions} className={classes.actions}>
        <Button variant="subtle" color="red" onClick={() => setDiscarding(true)}>
          {texts.waiting.discard}
        </Button>
        <Button variant="default" onClick={() => void retry()}>
          {item.state === 'asks' ? texts.waiting.sendNow : texts.waiting.retry}
        </Button>
        {item.type === 'salestool--message' && editable && (
          <ButtonLink
            to="/packs/$id/send"
            params={{ id: editable }}
            search={{ message: item.id }}
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
          >
            {texts.waiting.edit}
          </ButtonLink>
        )}
        {item.type === 'salestool--pack' && editable && (
          <ButtonLink
            to={whereToEdit(flags)}
            params={{ id: editable }}
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
          >
            {texts.waiting.edit}
          </ButtonLink>
        )}
      </div>
      {isDiscarding && (
        <Suspense>
          <DiscardDialog item={item} onDiscard={discard} onCancel={() => setDiscarding(false)} />
        </Suspense>
      )}
    </div>
  );
}
