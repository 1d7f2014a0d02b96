import type { PackLogRow, WaitingItem } from '#services.ts';
import type { MessageRecord } from '#storage/records.ts';

/** How far a message has come. `link`: there is no mail, the link alone was made. */
export type SentState =
  | 'waiting'
  | 'going'
  | 'refused'
  | 'asks'
  | 'accepted'
  | 'mailed'
  | 'failed'
  | 'unknown'
  | 'link'
  | 'revoked';

/** One prospect a pack went to, as this device and the host know it together. */
export interface SentRow {
  /** UUID of the message. */
  id: string;
  name: string;
  company: string;
  email: string;
  kind: 'mail' | 'link';
  /** When it was sent or, for a link, made; ms, null where nobody tells. */
  date: number | null;
  state: SentState;
  /** Why it was refused or its mail failed. */
  reason: string | null;
  /** Its mail may have left although no answer came. */
  mayHaveLeft: boolean;
  /** A change of what the host has already that it does not have yet; until then the link works as before. */
  change: Pick<WaitingItem, 'state' | 'reason'> | null;
  opened: number;
  /** ms */
  lastOpened: number | null;
  /** What else the host tells of it, by the names it has there. */
  more: readonly (readonly [name: string, value: string | number])[];
  /** Null for what was sent from another device and is known by the log alone. */
  message: MessageRecord | null;
}

/** The host does not have it yet. */
export const isOnlyHere = ({ state }: SentRow) => ['waiting', 'going', 'refused', 'asks'].includes(state);

/** A mail server has taken it, whatever became of its link since. */
export const isMailed = ({ state, message }: SentRow) =>
  state === 'mailed' || (state === 'revoked' && message?.delivery === 'sent');

const nameOf = ({ first_name, last_name }: Pick<PackLogRow, 'first_name' | 'last_name'>) =>
  [first_name, last_name].filter(Boolean).join(' ');

const seconds = (ms: number) => ms * 1000;

/** Some hosts number their messages as they do their pages (SYNC-20, MODEL-21). */
const isKnown = ({ drupal_internal__id: own, drupal_internal__nid: asPage }: MessageRecord) =>
  (own ?? asPage ?? null) !== null;

function stateOf(
  kind: SentRow['kind'],
  delivery: string | null | undefined,
  { isAtHost = true } = {},
): SentState {
  if (kind === 'link') return 'link';
  // Some hosts tell nothing of their mails: there one counts as mailed by being sent (PSEND-24).
  if (!delivery) return isAtHost ? 'mailed' : 'accepted';
  switch (delivery) {
    case 'sent':
      return 'mailed';
    case 'failed':
    case 'unknown':
      return delivery;
    default:
      return 'accepted';
  }
}

function fromMessage(message: MessageRecord, waiting: WaitingItem | undefined): SentRow {
  const kind = message.sent ? 'mail' : 'link';
  const change = isKnown(message) ? waiting : undefined;
  const itself = change ? undefined : waiting;
  // Of a link the device has what was chosen last, not whether the host has it.
  const isStillToBe = change && message._meta?.said?.includes('link_revoked') !== false;
  const isRevoked = message.link_revoked && !isStillToBe;
  const isAtHost = isKnown(message) && !change;
  const state = itself?.state ?? (isRevoked ? 'revoked' : stateOf(kind, message.delivery, { isAtHost }));
  return {
    id: message.id,
    name: nameOf({ first_name: message.first_name ?? '', last_name: message.last_name ?? '' }),
    company: message.company ?? '',
    email: message.email ?? '',
    kind,
    date: message.date_sent ? seconds(message.date_sent) : (message.created ?? null),
    state,
    reason: itself?.reason ?? message.delivery_detail ?? null,
    mayHaveLeft: itself?.mayHaveLeft ?? false,
    change: change ? { state: change.state, reason: change.reason } : null,
    opened: message.opened ?? 0,
    lastOpened: message.last_opened ?? null,
    more: [],
    message,
  };
}

const fromEntry = (entry: PackLogRow): SentRow => ({
  id: entry.uuid,
  name: nameOf(entry),
  company: entry.company ?? '',
  email: entry.email ?? '',
  kind: entry.kind ?? 'mail',
  date: entry.date_sent ? seconds(entry.date_sent) : null,
  state: stateOf(entry.kind ?? 'mail', entry.delivery),
  reason: entry.delivery_detail ?? null,
  mayHaveLeft: false,
  change: null,
  opened: entry.opened ?? 0,
  lastOpened: entry.last_opened ? seconds(entry.last_opened) : null,
  more: Object.entries(entry.more ?? {}),
  message: null,
});

const later = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** From what is said first of a mail to what is said last: either side may have been asked after the other. */
const course: readonly SentState[] = ['accepted', 'unknown', 'mailed', 'failed'];

const placeIn = (delivery: string | null | undefined) =>
  delivery ? course.indexOf(stateOf('mail', delivery)) : -1;

/** Whether the log knows more of a mail than the message does; of a link, and of what is only here, it never does. */
const tellsLater = (logged: string | null | undefined, own: string | null | undefined, { state }: SentRow) =>
  course.includes(state) && placeIn(logged) > placeIn(own);

interface Known {
  messages: readonly MessageRecord[];
  entries: readonly PackLogRow[];
  /** What waits of the messages, by their ids. */
  waiting: ReadonlyMap<string, WaitingItem>;
}

/** To whom a pack went, newest first, those without a date last: what either side knows, each message once. Openings only ever grow. */
export function sentRows({ messages, entries, waiting }: Known): SentRow[] {
  const rows = new Map(entries.map((entry) => [entry.uuid, fromEntry(entry)]));
  const entryOf = new Map(entries.map((entry) => [entry.uuid, entry]));
  for (const message of messages) {
    const told = rows.get(message.id);
    const entry = entryOf.get(message.id);
    const row = fromMessage(message, waiting.get(message.id));
    rows.set(message.id, {
      ...row,
      ...(told &&
        entry &&
        tellsLater(entry.delivery, message.delivery, row) && { state: told.state, reason: told.reason }),
      opened: Math.max(row.opened, told?.opened ?? 0),
      lastOpened: later(row.lastOpened, told?.lastOpened ?? null),
      more: told?.more ?? [],
    });
  }
  return [...rows.values()].sort(
    (one, other) =>
      (other.date ?? 0) - (one.date ?? 0) ||
      one.name.localeCompare(other.name) ||
      (one.id < other.id ? -1 : 1),
  );
}

/** How many people that is: somebody who was sent it twice is one, and without an address each is somebody else. */
export const countPeople = (rows: readonly Pick<SentRow, 'id' | 'email'>[]) =>
  new Set(rows.map(({ id, email }) => email.trim().toLowerCase() || id)).size;
