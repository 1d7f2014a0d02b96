import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../texts.ts';
import { readAddresses } from './read-addresses.ts';
import type { RecipientFields } from './recipients.ts';

interface Props {
  /** How many more there may be. */
  room: number;
  onAdd: (found: readonly RecipientFields[]) => void;
  onClose: () => void;
}

const { send } = texts;

/** A list of addresses as address books and mails have it. What is no address stays, and is named. */
export default function PasteDialog({ room, onAdd, onClose }: Props) {
  const [text, setText] = useState('');
  const [company, setCompany] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { found, unreadable } = readAddresses(text);
  const add = () => {
    if (found.length === 0 && unreadable.length === 0) return setError(send.noAddresses);
    if (unreadable.length > 0) return setError(send.unreadable(unreadable));
    if (found.length > room) return setError(send.tooMany(found.length, room));
    onAdd(found.map((each) => ({ ...each, company: company.trim() })));
  };
  return (
    <Dialog
      title={send.pasteAddresses}
      size={560}
      onClose={onClose}
      closesOnScrim={text === '' && company === ''}
    >
      <Textarea
        label={send.addresses}
        description={send.addressesHint}
        value={text}
        rows={6}
        error={error}
        errorProps={{ role: 'alert' }}
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(null);
        }}
      />
      <TextInput
        mt="md"
        label={send.company}
        description={send.companyHint}
        value={company}
        maxLength={255}
        onChange={(event) => setCompany(event.currentTarget.value)}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {send.cancel}
        </Button>
        <Button onClick={add}>{send.addAddresses(found.length)}</Button>
      </DialogActions>
    </Dialog>
  );
}
