/** What people did, and what they were told came of it. */
export interface Edit {
  /** Stands in the pack's contents and nowhere else. */
  token: string;
  packId: string;
  person: string;
  device: number;
  /** Order of what happened: when Save was pressed, when it was said to be saved. */
  pressed: number;
  told: number;
  /** What stood in the pack that the screen showed. */
  saw: string | null;
}

export interface Sending {
  /** Stands in the subject. */
  token: string;
  packId: string;
  person: string;
  device: number;
  how: 'send' | 'link';
  /** What the pack on the screen said when Send was pressed. */
  showed: string | null;
  /** Order of what happened. */
  pressed: number;
  told: number;
  /** How often the host had been restored as far as the device knew: what came before may have been mailed. */
  generation: number;
  /** Its sender was told that it does not go out as it was. */
  isTakenBack: boolean;
  /** Id of the signature that its sender chose; null for none, undefined while that is not known. */
  signature: string | null | undefined;
}

/** A change of somebody's own signature, or the first one. */
export interface Signing {
  /** Stands in its name. */
  token: string;
  person: string;
  device: number;
  /** Order of what happened. */
  pressed: number;
  told: number;
  /** When it was pressed by the clock of the device, ms. */
  at: number;
}

/** Something that somebody did and that the event log tells the host. */
export interface Logged {
  /** Stands in the description. */
  token: string;
  person: string;
  device: number;
  told: number;
}

/** Nobody was told yet. */
export const never = Number.POSITIVE_INFINITY;

export function createLedger() {
  const edits: Edit[] = [];
  const sendings: Sending[] = [];
  const signings: Signing[] = [];
  const logged: Logged[] = [];
  /** Tokens of work that its owner gave up. */
  const givenUp = new Set<string>();
  const givenUpPacks = new Set<string>();
  /** Ids of packs, and what their screens showed. */
  const archived = new Map<string, string | null>();
  const givenUpSignatures = new Set<string>();
  const untruths: string[] = [];
  let order = 0;

  function giveUpPack(packId: string, shown: string | null) {
    givenUpPacks.add(packId);
    if (shown !== null) givenUp.add(shown);
    for (const { token, packId: id } of edits) if (id === packId) givenUp.add(token);
  }

  return {
    edits,
    sendings,
    signings,
    logged,
    givenUp,
    givenUpPacks,
    givenUpSignatures,
    /** What somebody was told that was not so. */
    untruths,
    next() {
      order += 1;
      return order;
    },
    token(letter: string) {
      order += 1;
      return `${letter}${order}.`;
    },
    giveUpPack,
    /** It stays at the host as it was saved last. */
    archivePack(packId: string, shown: string | null) {
      givenUpPacks.add(packId);
      archived.set(packId, shown);
    },
    /** What is archived is nowhere but at the host, and a restored one may have lost it. */
    restored() {
      for (const [packId, shown] of archived) giveUpPack(packId, shown);
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

const tokenPattern = /\b[emls]\d+\./;

/** The token in a pack's contents, a message's subject, a signature's name or an event's description. */
export const tokenIn = (text: unknown): string | null =>
  typeof text === 'string' ? (tokenPattern.exec(text)?.[0] ?? null) : null;

/** Whether an edit may have taken another one's place: it was made on top of it. */
const replaces = (later: Edit, earlier: Edit) => later.saw === earlier.token;

/** Whether a signature may have taken another one's place: of two in the same millisecond nobody knows which is the later. */
export const isSignedOver = (later: Signing, earlier: Signing) =>
  later.person === earlier.person &&
  later.device === earlier.device &&
  (later.pressed >= earlier.pressed || later.at === earlier.at);

/** Tells of an edit whether it, or anything that took its place since, is there or was given up. */
export function standing({ edits, givenUp }: Ledger, isFound: (token: string) => boolean) {
  const known = new Map<Edit, boolean>();
  return function stands(edit: Edit): boolean {
    const before = known.get(edit);
    if (before !== undefined) return before;
    // Replacing goes one way only, so that nothing is looked up within itself.
    known.set(edit, false);
    const there =
      isFound(edit.token) ||
      givenUp.has(edit.token) ||
      edits.some((later) => replaces(later, edit) && stands(later));
    known.set(edit, there);
    return there;
  };
}

/** Edits that the person was told are saved, and that neither they nor anything in their place can be found. */
export function lostEdits(ledger: Ledger, found: ReadonlySet<string>): Edit[] {
  const stands = standing(ledger, (token) => found.has(token));
  return ledger.edits.filter((edit) => edit.told < never && !stands(edit));
}
