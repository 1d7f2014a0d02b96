import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconClipboardText, IconUserPlus, IconX } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { isComposing } from '#ui/is-composing.ts';
import { passHandOn } from '#ui/pass-hand-on.ts';
import { RichTextField } from '../../rich-text/rich-text-field.tsx';
import { texts } from '../../texts.ts';
import type { MessageFormState } from '../use-message-form.ts';
import { readAddresses } from './read-addresses.ts';
import { RecentList } from './recent-list.tsx';
import { matching, type RecentRecipients } from './recent-recipients.ts';
import classes from './recipient-fields.module.css';
import {
  addRecipients,
  emptyRecipient,
  type RecipientFields as Fields,
  hasRoomFor,
  isBlank,
  mostRecipients,
  recipientsOf,
  withRecipients,
} from './recipients.ts';

const PasteDialog = lazy(() => import('./paste-dialog.tsx'));

const spoken = { errorProps: { role: 'alert' } } as const;
const { send } = texts;

const fields = [
  { name: 'firstName', label: send.firstName, maxLength: 255 },
  { name: 'lastName', label: send.lastName, maxLength: 255 },
  { name: 'email', label: send.email, maxLength: 254, inputMode: 'email', autoCapitalize: 'none' },
  { name: 'company', label: send.company, maxLength: 255 },
] as const;

interface Props {
  form: MessageFormState;
  /** A correction is of one message to one recipient. */
  isOne: boolean;
  recents: RecentRecipients;
}

const nothingTyped = { id: '', text: '' };

/** Who receives it, and the words (PSEND-03). Several recipients get a message each. */
export function RecipientFields({ form, isOne, recents }: Props) {
  const { isReadOnly } = form;
  const messageLabel = useId();
  /** What a list that is pasted begins with; null without one. */
  const [pasting, setPasting] = useState<string | null>(null);
  const [typed, setTyped] = useState(nothingTyped);
  // What was typed is on its way, or went: nobody is looked for any more.
  useEffect(() => {
    if (isReadOnly) setTyped(nothingTyped);
  }, [isReadOnly]);
  const recipients = recipientsOf(form.values);
  /** They look as they did: nobody is to see a form flash that is held for moments. */
  const held = { 'aria-disabled': isReadOnly || undefined };
  const toPaste = (text: string) => {
    if (!form.isHeld()) setPasting(text);
  };
  const put = (next: readonly Fields[]) => {
    form.setValues(withRecipients(form.values, addRecipients(recipients, next)));
    form.clearErrors();
  };
  const add = () => {
    form.insertListItem('others', emptyRecipient());
    // Drawn first, then there to be typed into.
    const at = form.values.others.length;
    requestAnimationFrame(() => form.getInputNode(`others.${at}.firstName`)?.focus());
  };
  const all = useRef<HTMLDivElement>(null);
  const remove = (index: number) => {
    flushSync(() => {
      form.setValues(
        withRecipients(
          form.values,
          recipients.filter((_, other) => other !== index),
        ),
      );
      form.clearErrors();
    });
    // The cross of the next one; the last that is left has none.
    const crosses = [...(all.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
    (crosses[index] ?? crosses.at(-1) ?? all.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  };
  return (
    <div className={classes.fields} ref={all}>
      {recipients.map((recipient, index) => (
        <RecipientGroup
          key={recipient.id}
          form={form}
          index={index}
          isAlone={recipients.length === 1}
          onRemove={() => remove(index)}
          onPasted={isOne ? undefined : put}
          onUnclear={toPaste}
          recents={recents}
          typed={typed.id === recipient.id ? typed.text : ''}
          onTyped={(text) => setTyped({ id: recipient.id, text })}
        />
      ))}
      {!isOne && (
        <div className={`${classes.wide} ${classes.more}`}>
          <Button
            variant="subtle"
            leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
            disabled={recipients.length >= mostRecipients}
            {...held}
            data-add
            onClick={add}
          >
            {send.addRecipient}
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconClipboardText size={20} stroke={1.75} aria-hidden />}
            disabled={recipients.length >= mostRecipients}
            {...held}
            onClick={() => toPaste('')}
          >
            {send.pasteAddresses}
          </Button>
          {recipients.length > 1 && (
            <p className={classes.count} role="status">
              {send.recipientCount(recipients.length, mostRecipients)}
            </p>
          )}
        </div>
      )}
      <TextInput
        {...form.getInputProps('subject')}
        readOnly={isReadOnly}
        className={classes.wide ?? ''}
        label={send.subject}
        maxLength={255}
        enterKeyHint="next"
      />
      {/* biome-ignore lint/a11y/useSemanticElements: the border and legend of a fieldset are not wanted around an editor */}
      <div
        role="group"
        aria-labelledby={messageLabel}
        className={classes.wide}
        data-path="messageHtml"
        tabIndex={-1}
      >
        <div id={messageLabel} className={classes.label}>
          {send.message}
        </div>
        <RichTextField
          label={send.message}
          labelId={messageLabel}
          kind="message"
          value={form.values.messageHtml}
          onChange={(html) => form.setFieldValue('messageHtml', html)}
          isHeld={form.isHeld}
          isReadOnly={isReadOnly}
        />
        {form.errors.messageHtml && (
          <p role="alert" className={classes.error}>
            {form.errors.messageHtml}
          </p>
        )}
      </div>
      {pasting !== null && (
        <Suspense>
          <PasteDialog
            present={recipients.filter((recipient) => !isBlank(recipient))}
            pasted={pasting}
            onAdd={(found) => {
              // The field into which they were pasted may be gone when the dialog closes.
              if (document.activeElement) passHandOn(document.activeElement, ['[data-add]']);
              put(found);
            }}
            onClose={() => setPasting(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface GroupProps {
  form: MessageFormState;
  /** 0 is the first recipient, whose fields are the form's own. */
  index: number;
  isAlone: boolean;
  onRemove: () => void;
  /** Takes several addresses pasted into one field. */
  onPasted: ((found: readonly Fields[]) => void) | undefined;
  /** Takes a list of which not everything is an address, or more than there is room for. */
  onUnclear: (text: string) => void;
  recents: RecentRecipients;
  /** What was typed last into one of the fields; recent ones are offered for it. */
  typed: string;
  onTyped: (text: string) => void;
}

/** The four fields of one recipient, and recent ones to choose from while one is typed. */
function RecipientGroup({
  form,
  index,
  isAlone,
  onRemove,
  onPasted,
  onUnclear,
  recents,
  typed,
  onTyped,
}: GroupProps) {
  const title = useId();
  const recipients = recipientsOf(form.values);
  /** The field for which recent ones are offered. */
  const typedInto = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const toList = (event: KeyboardEvent) => {
    const first = list.current?.querySelector('button');
    if (event.key !== 'ArrowDown' || isComposing(event) || !first) return;
    event.preventDefault();
    first.focus();
  };
  const path = (name: string) => (index === 0 ? name : `others.${index - 1}.${name}`);
  /** Of this recipient, what was not written yet. */
  const fill = (one: Fields) => {
    for (const { name } of fields)
      if (name === 'email' || recipients[index]?.[name].trim() === '')
        form.setFieldValue(path(name), one[name]);
    form.clearErrors();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    const { found, unclear } = readAddresses(text);
    const [one] = found;
    if (!one || one.email === text) return;
    if (found.length === 1 && unclear.length === 0) fill(one);
    else if (!onPasted) return;
    else if (unclear.length === 0 && hasRoomFor(recipients, found)) {
      // The fields of a blank recipient go, and with the second one all are drawn anew.
      passHandOn(event.currentTarget, ['[data-path="subject"]']);
      onPasted(found);
    } else onUnclear(text);
    event.preventDefault();
  };
  const choose = (one: Fields) => {
    for (const { name } of fields) form.setFieldValue(path(name), one[name]);
    form.clearErrors();
    onTyped('');
    form.getInputNode('subject')?.focus();
  };
  const group = (
    <>
      {fields.map(({ name, label, ...rest }) => {
        const props = form.getInputProps(path(name));
        return (
          <TextInput
            key={name}
            {...props}
            {...spoken}
            {...rest}
            readOnly={form.isReadOnly}
            label={label}
            withAsterisk
            autoComplete="off"
            enterKeyHint="next"
            onChange={(event) => {
              props.onChange(event);
              typedInto.current = event.currentTarget;
              onTyped(event.currentTarget.value);
            }}
            onKeyDown={toList}
            {...(name === 'email' && { onPaste: paste })}
          />
        );
      })}
      <RecentList
        offered={matching(recents.recent, typed, recipients)}
        onChoose={choose}
        onForget={recents.forget}
        onDismiss={() => onTyped('')}
        onLeft={() => typedInto.current?.focus()}
        list={list}
      />
    </>
  );
  if (isAlone) return group;
  return (
    <fieldset className={`${classes.wide} ${classes.recipient}`} aria-labelledby={title}>
      <div className={classes.head}>
        <h2 id={title} className={classes.legend}>
          {send.recipient(index + 1)}
        </h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={send.removeRecipient(index + 1)}
          aria-disabled={form.isReadOnly || undefined}
          data-remove
          onClick={onRemove}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.group}>{group}</div>
    </fieldset>
  );
}
