import { eventTypes } from '@satchel/core/contract/events.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { MessageForm, WaitingItem } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { packState } from '#sync/save/pack-state.ts';
import { packWith } from '#testing/real-host.ts';
import { isCalm } from './held-up.ts';
import { isSignedOver, type Logged, never, type Sending, type Signing, standing, tokenIn } from './ledger.ts';
import { logSize } from './log-truths.ts';
import { lookAtPackLog } from './pack-log-truths.ts';
import type { Deed } from './steps.ts';
import type { Tab } from './tab.ts';
import type { ModelDevice, PersonName, World } from './world.ts';

const form: MessageForm = {
  firstName: 'D',
  lastName: 'O',
  email: 'd@example.test',
  company: 'B',
  subject: '',
  messageHtml: '',
  contactPermission: false,
  memo: '',
  signature: 'none',
};

/** Some get several messages. */
const reader = (token: string) => `d${token.at(-2)}@example.test`;

interface Editor {
  pack: PackRecord;
  /** The state of the pack that is worked on. */
  state: string;
  /** Its screen takes no second save meanwhile. */
  isSaving: boolean;
}

/** What stands open on the screens of a window. */
const editors = new WeakMap<Tab, Map<number, Editor>>();
const editorsOf = (tab: Tab) => {
  const open = editors.get(tab) ?? new Map<number, Editor>();
  editors.set(tab, open);
  return open;
};

interface Doing {
  world: World;
  device: ModelDevice;
  tab: Tab;
  person: string;
}

const isCalmFor = ({ world, device, tab, person }: Doing) =>
  world.isOneAtATime && isCalm(device) && tab.device.service.current().user?.uuid === person;

/** How often the host had been restored as far as this device knows. */
async function generationMet({ world, tab, person }: Doing): Promise<number> {
  const met = await tab.device.database.marks.get(`generation:${person}`);
  return met ? Number(met.value) : world.host.generation();
}

/** Also whether the device knows which host that is: what goes while it finds out that it was restored goes once more. */
const wasCalmFor = async (doing: Doing) =>
  isCalmFor(doing) && (await generationMet(doing)) === doing.world.host.generation();

/** What people are told when the app knows no better. */
const unexplained = new Set([
  'It waits on this device and goes out by itself',
  'Application is offline',
  'No response',
]);

/** @param wasCalm before it was done */
function noteOutcome(
  doing: Doing,
  token: string,
  {
    savedRemotely,
    failure,
    isThere,
    wasCalm,
  }: { savedRemotely: boolean; failure: string | null; isThere: boolean; wasCalm: boolean },
) {
  const { untruths } = doing.world.ledger;
  if (savedRemotely && !isThere) untruths.push(`${token} was said to be at the host`);
  if (savedRemotely) return;
  if (!failure) untruths.push(`nothing was said of why ${token} waits`);
  else if (wasCalm && isCalmFor(doing) && unexplained.has(failure))
    untruths.push(`${token} waits: ${failure}`);
}

const contentsOf = (pack: PackRecord | null) => tokenIn(pack?.pack_data);

/** The person's own packs that a screen lists, in an order that does not depend on ids. */
async function ownPacks({ world, tab, person }: Doing): Promise<PackRecord[]> {
  const listed = await tab.device.packs.inChannel(world.channelId);
  return listed
    .filter(({ pack_type, ownerId }) => pack_type === 'private' && ownerId === person)
    .sort((a, b) => (a.title ?? '').localeCompare(b.title ?? '') || (a.created ?? 0) - (b.created ?? 0));
}

async function openEditor(doing: Doing, number: number): Promise<Editor> {
  const { tab } = doing;
  const there = (await ownPacks(doing)).at(number);
  const shown = there && (await tab.device.packs.get(there.id));
  const pack = shown ?? there ?? { ...tab.device.packs.draft(), title: `Pack ${number}` };
  const editor = { pack, state: packState(pack), isSaving: false };
  editorsOf(tab).set(number, editor);
  return editor;
}

async function saveEditor(doing: Doing, editor: Editor) {
  const { world, device, tab, person } = doing;
  const { ledger, host } = world;
  const { pack, state } = editor;
  // A screen that somebody else left open is closed by now.
  if (pack.ownerId !== person || editor.isSaving) return;
  editor.isSaving = true;
  const token = ledger.token('e');
  const saw = contentsOf(pack);
  const edit = {
    ...{ token, packId: pack.id, person, device: device.number, saw },
    pressed: ledger.next(),
    told: never,
  };
  ledger.edits.push(edit);
  const wasCalm = await wasCalmFor(doing);
  const edited = { ...pack, ...packWith(token) };
  const saving = tab.device.packs.save(edited, { began: state }).finally(() => {
    editor.isSaving = false;
  });
  const { savedRemotely, failure, pack: now = edited } = await saving;
  // The screen goes on with what it saved, in the pack or in a copy of it.
  Object.assign(editor, { pack: { ...edited, id: now.id }, state: packState(now) });
  edit.told = ledger.next();
  // What the same person saved over it since is there in its place.
  const stands = standing(ledger, (text) => host.everStored.some((stored) => stored.includes(text)));
  const isThere = stands(edit);
  noteOutcome(doing, token, { savedRemotely, failure, isThere, wasCalm });
}

async function editOnce(doing: Doing, number: number) {
  const editor = await openEditor(doing, number);
  await saveEditor(doing, editor);
}

interface Choices {
  isSigned?: boolean | undefined;
  /** Of the form that it is written in. */
  id?: string;
  /** Id of the message that this one takes the place of. */
  corrects?: string;
}

async function record(
  doing: Doing,
  pack: PackRecord,
  how: 'send' | 'link',
  { isSigned = false, ...under }: Choices = {},
) {
  const { world, device, tab, person } = doing;
  const { ledger, host } = world;
  const sending: Sending = {
    ...{ token: ledger.token('m'), packId: pack.id, person, device: device.number, how },
    showed: contentsOf(pack),
    pressed: ledger.next(),
    told: never,
    generation: await generationMet(doing),
    isTakenBack: false,
    signature: undefined,
  };
  ledger.sendings.push(sending);
  const wasCalm = await wasCalmFor(doing);
  const { savedRemotely, failure, message } = await tab.device.messages.record(
    pack,
    {
      ...form,
      // What is sent once more from the same form goes to the same person.
      ...(under.id === undefined && { email: reader(sending.token) }),
      ...{ subject: sending.token, signature: isSigned ? 'mine' : 'none' },
    },
    how,
    under,
  );
  sending.told = ledger.next();
  sending.signature = message.signature?.id ?? null;
  const isThere =
    ledger.givenUp.has(sending.token) || host.everStored.some((stored) => stored.includes(sending.token));
  noteOutcome(doing, sending.token, { savedRemotely, failure, isThere, wasCalm });
}

async function send(doing: Doing, number: number, how: 'send' | 'link', isSigned: boolean | undefined) {
  const pack = (await ownPacks(doing)).at(number);
  if (pack) await record(doing, pack, how, { isSigned });
}

const formOf = ({ person }: Doing, { id }: PackRecord) => `${person} ${id}`;

/** Somebody opens the form of a pack, or finds it as it was left. */
async function beginForm(doing: Doing, number: number) {
  const pack = (await ownPacks(doing)).at(number);
  if (!pack) return null;
  const { forms } = doing.device;
  const id = forms.get(formOf(doing, pack)) ?? newId();
  forms.set(formOf(doing, pack), id);
  return { pack, id };
}

/** What was sent is no longer offered. */
async function sendForm(doing: Doing, number: number, how: 'send' | 'link') {
  const begun = await beginForm(doing, number);
  if (!begun) return;
  const { pack, id } = begun;
  await record(doing, pack, how, { id });
  const { forms } = doing.device;
  if (forms.get(formOf(doing, pack)) === id) forms.delete(formOf(doing, pack));
}

/** Makes one's own signature, or changes the one that is there. */
async function sign(doing: Doing) {
  const { world, device, tab, person } = doing;
  const { ledger, host } = world;
  const wasCalm = await wasCalmFor(doing);
  // Somebody else has signed in by now: the screen shows theirs.
  if (tab.device.service.current().user?.uuid !== person) return;
  const signing: Signing = {
    ...{ token: ledger.token('s'), person, device: device.number },
    pressed: ledger.next(),
    told: never,
    at: world.clock.now() + device.clockOff,
  };
  ledger.signings.push(signing);
  const { savedRemotely, failure } = await tab.device.signatures.save({
    ...{ title: signing.token, job_title: '', email: '', telephone: '', telephone2: '' },
  });
  signing.told = ledger.next();
  const isThere = ledger.signings.some(
    (later) =>
      isSignedOver(later, signing) &&
      (ledger.givenUp.has(later.token) || host.everStored.some((stored) => stored.includes(later.token))),
  );
  noteOutcome(doing, signing.token, { savedRemotely, failure, isThere, wasCalm });
}

/** The last message of a pack, as its screen lists them, and what is known of it. */
async function lastMessage(doing: Doing, number: number) {
  const pack = (await ownPacks(doing)).at(number);
  const [message] = pack ? await doing.tab.device.messages.ofPack(pack.id) : [];
  const sending = doing.world.ledger.sendings.find(({ token }) => token === message?.subject);
  return pack && message && sending ? { pack, message, sending } : null;
}

/**
 * Somebody takes a message back, who believes what the app says of it, also while a call is still on its way. Nothing can be
 * said of a window that stopped just before it sent.
 */
async function takeBack({ world, device }: Doing, sending: Sending, how: () => Promise<void>) {
  world.ledger.givenUp.add(sending.token);
  await how();
  sending.isTakenBack = !device.wasCut;
}

async function cancel(doing: Doing, number: number) {
  const last = await lastMessage(doing, number);
  if (last) await takeBack(doing, last.sending, () => doing.tab.device.messages.cancel(last.message.id));
}

/** Writes a message anew that waits or was refused. */
async function correct(doing: Doing, number: number) {
  const last = await lastMessage(doing, number);
  if (!last) return;
  const { pack, message, sending } = last;
  const { messages } = doing.tab.device;
  try {
    if (await messages.edit(message.id))
      await takeBack(doing, sending, () => record(doing, pack, sending.how, { corrects: message.id }));
  } finally {
    await messages.endEdit(message.id);
  }
}

async function takeAway(doing: Doing, number: number, how: 'delete' | 'archive') {
  const pack = (await ownPacks(doing)).at(number);
  if (!pack) return;
  const { giveUpPack, archivePack } = doing.world.ledger;
  (how === 'archive' ? archivePack : giveUpPack)(pack.id, contentsOf(pack));
  await doing.tab.device.packs[how](pack);
}

/** Somebody has something go nevertheless, also what was taken back on another device, as the reason says. */
export async function tryAgain({ ledger }: World, { device }: Tab, item: WaitingItem) {
  const sending = ledger.sendings.find(({ token }) => token === item.title);
  if (sending && item.state === 'refused') sending.isTakenBack = false;
  await device.waiting.retry(item);
}

async function discard({ world: { ledger }, tab: { device } }: Doing, number: number) {
  const item = (await device.waiting.items())[number];
  // As its row offers it.
  if (item?.state !== 'refused' && item?.state !== 'asks') return;
  if (item.type === 'salestool--pack')
    ledger.giveUpPack(item.id, contentsOf(await device.packs.get(item.id)));
  else ledger.givenUp.add(tokenIn(item.title) ?? '');
  if (item.type === 'salestool--signature') ledger.givenUpSignatures.add(item.id);
  await device.waiting.discard(item);
}

async function signIn(
  { world, device: { users }, tab: { device } }: Omit<Doing, 'person'>,
  name: PersonName,
) {
  users.add(name);
  const { user } = device.service.current();
  if (user?.name === name) return;
  if (user) await device.service.signOut();
  await device.service.signIn({ username: name, password: world.password });
  await device.service.selectChannel(world.channelId);
}

/** Descriptions that soon fill the log: three bytes for every letter. */
const longWords = '€'.repeat(990);
const entriesOfMuch = 36;
/** Bytes; LOG-11 with one long entry less. */
const nearlyFull = 102_400 - 4_000;

async function log(doing: Doing, words = '') {
  const { world, device, tab, person } = doing;
  // Whoever has signed in meanwhile does something else.
  if (tab.device.service.current().user?.uuid !== person) return;
  const logged: Logged = {
    token: world.ledger.token('l'),
    person,
    device: device.number,
    told: never,
  };
  world.ledger.logged.push(logged);
  await tab.device.events.log({
    eventTypeId: eventTypes.RESOURCE_VIEW,
    description: `${logged.token}${words}`,
    ownerId: person,
  });
  logged.told = world.ledger.next();
  device.wasLogFull ||= logSize(await tab.rows()) > nearlyFull;
}

/** Does it, as far as a person could. Resolves when the screen would say so, which may be never. */
export async function doDeed(world: World, deed: Deed): Promise<void> {
  const device = world.devices[deed.device];
  const tab = device.tab(deed.tab);
  const { user } = tab.device.service.current();
  if (deed.do === 'sign in') return signIn({ world, device, tab }, deed.person);
  if (deed.do === 'ask') return tab.device.connection.ask();
  if (!user) return;
  // Without a channel there are no packs to work on.
  if (tab.device.channel.current() === null) await tab.device.service.selectChannel(world.channelId);
  if (tab.device.service.current().user?.uuid !== user.uuid) return;
  const doing = { world, device, tab, person: user.uuid };
  switch (deed.do) {
    case 'edit':
      return editOnce(doing, deed.pack);
    case 'open editor':
      return void (await openEditor(doing, deed.pack));
    case 'save editor': {
      const editor = editorsOf(tab).get(deed.pack);
      return editor && saveEditor(doing, editor);
    }
    case 'send':
      return send(doing, deed.pack, deed.how, deed.isSigned);
    case 'begin a form':
      return void (await beginForm(doing, deed.pack));
    case 'send form':
      return sendForm(doing, deed.pack, deed.how);
    case 'sign':
      return sign(doing);
    case 'look at pack log': {
      const pack = (await ownPacks(doing)).at(deed.pack);
      return pack && lookAtPackLog(doing, pack.id);
    }
    case 'cancel':
      return cancel(doing, deed.pack);
    case 'correct':
      return correct(doing, deed.pack);
    case 'sync':
      return void (await tab.device.channels.load(world.channelId, { force: true }));
    case 'push':
      return void (await tab.device.waiting.push());
    case 'delete':
    case 'archive':
      return takeAway(doing, deed.pack, deed.do);
    case 'retry': {
      const item = (await tab.device.waiting.items())[deed.item];
      return item && tryAgain(world, tab, item);
    }
    case 'discard':
      return discard(doing, deed.item);
    case 'log':
      return log(doing);
    case 'log much':
      for (let left = entriesOfMuch; left > 0; left -= 1) await log(doing, longWords);
      return;
    case 'push log':
      return tab.device.events.push({ all: true });
    case 'sign out':
      return void (await tab.device.service.signOut());
  }
}
