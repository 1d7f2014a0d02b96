import { Checkbox, NativeSelect, Textarea, UnstyledButton } from '@mantine/core';
import { formatDate } from '@satchel/core/format/dates.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { LinkControl, MessageForm } from '#services.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { texts } from '../texts.ts';
import { LinkOptions } from './link/link-options.tsx';
import { expiresPath, openLink } from './message-form.ts';
import { OpensSwitch } from './opens-switch.tsx';
import classes from './options-panel.module.css';
import { SignaturePreview } from './signature-preview.tsx';
import type { MessageFormState } from './use-message-form.ts';
import type { OptionsFold } from './use-options-fold.ts';

interface Props {
  form: MessageFormState;
  mine: SignatureRecord | null;
  ofChannel: SignatureRecord | null;
  /** Whether the host can limit links. */
  limitsLinks: boolean;
  fold: OptionsFold;
  /** Somebody chooses one, which is told before the form has it. */
  onSignature: () => void;
}

const { send } = texts;

const choices = (Object.keys(send.signatures) as MessageForm['signature'][]).map((value) => ({
  value,
  label: send.signatures[value],
}));

/** In words; empty for a link without limits. */
function limitsOf({ password, maxVisits, expires, download }: LinkControl): string {
  const { short, inShort } = texts.control;
  const limits = [
    ...(password ? [short.password] : []),
    ...(maxVisits === null ? [] : [short.visits(maxVisits)]),
    ...(expires === null ? [] : [short.until(formatDate(expires))]),
    ...(download ? [] : [short.noDownload]),
  ];
  return limits.length === 0 ? '' : inShort(limits);
}

/** Permission, memo and signature; can be folded away (PSEND-04). */
export function OptionsPanel({ form, mine, ofChannel, limitsLinks, fold, onSignature }: Props) {
  const { isOpen, toggle } = fold;
  const body = useId();
  const [now] = useState(() => Date.now());
  const link = form.values.link ?? openLink;
  const limits = limitsLinks ? limitsOf(link) : '';
  // A box to tick and a list to choose from have no such state of their own.
  const held = { 'aria-readonly': form.isReadOnly || undefined };
  const signature = form.getInputProps('signature');
  const setLink = (next: LinkControl) => {
    form.setFieldValue('link', next);
    if (next.expires !== link.expires) form.clearFieldError(expiresPath);
  };
  return (
    <section className={classes.panel} aria-label={send.options}>
      <h2 className={classes.heading}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={toggle}
        >
          <span>
            {send.options}
            {!isOpen && limits !== '' && <span className={classes.limits}>{limits}</span>}
          </span>
          <IconChevronDown className={classes.chevron} size={20} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </h2>
      <div id={body} className={classes.body} hidden={!isOpen}>
        <Checkbox
          {...form.getInputProps('contactPermission', { type: 'checkbox' })}
          {...held}
          readOnly={form.isReadOnly}
          label={send.permission}
          classNames={{ body: classes.checkbox, label: classes.checkboxLabel }}
          size="md"
        />
        <Textarea
          {...form.getInputProps('memo')}
          readOnly={form.isReadOnly}
          label={send.memo}
          rows={3}
          maxLength={10_000}
        />
        <NativeSelect
          {...signature}
          {...held}
          label={send.signature}
          onChange={(event) => {
            if (form.isHeld()) return;
            onSignature();
            signature.onChange(event);
          }}
          data={choices}
          rightSection={<IconChevronDown size={20} stroke={1.75} aria-hidden />}
        />
        <SignaturePreview choice={form.values.signature} mine={mine} ofChannel={ofChannel} />
        {limitsLinks && (
          <LinkOptions
            value={link}
            now={now}
            isReadOnly={form.isReadOnly}
            day={form.getInputProps(expiresPath)}
            onChange={setLink}
          />
        )}
        <OpensSwitch />
      </div>
    </section>
  );
}
