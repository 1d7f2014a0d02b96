import { Button, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { texts } from '../../texts.ts';
import classes from './paste-dialog.module.css';
import { readAddresses } from './read-addresses.ts';
import { mostRecipients, type RecipientFields, sortAdded } from './recipients.ts';

interface Props {
  /** Who is in the list already. */
  present: readonly RecipientFields[];
  /** What was pasted elsewhere and could not be read as a whole. */
  pasted: string;
  onAdd: (found: readonly RecipientFields[]) => void;
  onClose: () => void;
}

const { send } = texts;

// More would push the buttons away.
const mostNamed = 5;
const shortened = (addresses: readonly string[]) =>
  addresses.length > mostNamed
    ? [...addresses.slice(0, mostNamed), send.andMore(addresses.length - mostNamed)]
    : addresses;

/** A list of addresses as address books, mails and tables have it. What is none stays, and says why. */
export default function PasteDialog({ present, pasted, onAdd, onClose }: Props) {
  const [text, setText] = useState(pasted);
  const [company, setCompany] = useState('');
  const [error, setError] = useState<string | null>(null);
  // A long list is not read anew with every letter of the company.
  const { found, unclear, titles } = useMemo(() => readAddresses(text), [text]);
  const sorted = useMemo(() => sortAdded(present, found), [present, found]);
  const count = sorted.fresh.length;
  const room = mostRecipients - present.length;
  const add = () => {
    if (count > room) return setError(send.tooMany(count, room));
    if (found.length === 0) return setError(send.noAddresses);
    if (count === 0 && unclear.length === 0) return setError(send.allThere);
    onAdd(sorted.fresh.map((each) => ({ ...each, company: each.company || company.trim() })));
    if (unclear.length === 0) return onClose();
    setText([...(titles === null ? [] : [titles]), ...unclear.map((entry) => entry.text)].join('\n'));
    setError(send.stillUnclear);
  };
  return (
    <Dialog
      title={send.pasteAddresses}
      size={560}
      onClose={onClose}
      holdsWork={text !== '' || company !== ''}
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
      <div role="status" className={classes.read}>
        {sorted.present.length > 0 && <p>{send.present(shortened(sorted.present))}</p>}
        {sorted.repeated.length > 0 && <p>{send.repeated(shortened(sorted.repeated))}</p>}
        {unclear.length > 0 && (
          <ul className={classes.unclear}>
            {unclear.slice(0, mostNamed).map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand there twice
              <li key={index}>{send.unclearEntry(entry.text, send.unclear[entry.because])}</li>
            ))}
            {unclear.length > mostNamed && <li>{send.andMore(unclear.length - mostNamed)}</li>}
          </ul>
        )}
      </div>
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
        <Button onClick={add}>{send.addAddresses(count)}</Button>
      </DialogActions>
    </Dialog>
  );
}
