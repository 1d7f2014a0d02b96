import { isObject } from '@satchel/core/contract/is-object.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { SessionStore } from '#storage/session-store.ts';
import type { Notice } from './notice.ts';
import type { Notices } from './notices.ts';
import type { Windows } from './save/waiters.ts';
import { signInAgainNotice } from './session/sign-in-again-notice.ts';

type Words = Pick<Notice, 'tone' | 'text' | 'action'>;

/** What one window tells the others. */
interface Told {
  /** Names the notice in all windows. */
  notice: string;
  /** UUID of whom it is for. */
  owner: string;
  asksToSignIn: boolean;
  words: Words;
}

/** Names the notice that a person closed in one of them. */
interface Closed {
  closedNotice: string;
}

interface SharedNoticesParts {
  session: Pick<SessionStore, 'current' | 'subscribe'>;
  /** The other windows of this device; without it this one is alone. */
  windows: Windows | undefined;
  show: Notices['show'];
}

const tones = ['done', 'waiting', 'problem', 'neutral'] as const;

/** A window of another version may say it in another way. */
function wordsIn(value: unknown): Words | null {
  if (!isObject(value) || typeof value.text !== 'string') return null;
  const tone = tones.find((known) => known === value.tone);
  if (!tone) return null;
  const words = { tone, text: value.text };
  if (value.action === undefined) return words;
  if (!isObject(value.action)) return null;
  const { label, to } = value.action;
  return typeof label === 'string' && typeof to === 'string' ? { ...words, action: { label, to } } : null;
}

/** What the engine of one window tells a person, told in all of their windows: only one works, and it may be out of sight. */
export function createSharedNotices({ session, windows, show }: SharedNoticesParts) {
  /** What ends each one here, by the name that all windows know. */
  const standing = new Map<string, () => void>();
  /** Who is signed in here, or was last: a refused renewal signs out all windows before they hear of it. */
  let person = session.current().user?.uuid ?? null;
  /** The request to sign in, of this window or of another, that nobody has followed yet. */
  let asked: string | null = null;

  function end(name: string) {
    standing.get(name)?.();
    standing.delete(name);
  }

  session.subscribe(({ user, tokens }, before) => {
    person = user?.uuid ?? person;
    if (asked === null || tokens === null || before.tokens !== null) return;
    end(asked);
    asked = null;
  });

  function showHere(name: string, words: Words) {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    standing.set(name, resolve);
    show({
      ...words,
      until,
      onClosed() {
        if (standing.delete(name)) windows?.postMessage({ closedNotice: name } satisfies Closed);
      },
    });
  }

  function hear({ notice, owner, asksToSignIn }: Told, words: Words) {
    const { tokens } = session.current();
    if (owner !== person || (tokens === null && !asksToSignIn)) return;
    if (asksToSignIn) asked = notice;
    showHere(notice, words);
  }

  windows?.addEventListener('message', ({ data }) => {
    if (typeof data?.closedNotice === 'string') end(data.closedNotice);
    if (typeof data?.notice !== 'string') return;
    const words = wordsIn(data.words);
    if (words) hear(data, words);
  });

  function tell(words: Words, asksToSignIn = false): string {
    const name = newId();
    showHere(name, words);
    if (person !== null)
      windows?.postMessage({ notice: name, owner: person, asksToSignIn, words } satisfies Told);
    return name;
  }

  return {
    tell: (words: Words) => void tell(words),
    /** AUTH-20. Once for each time that somebody signs in, whichever of their windows were refused. */
    askToSignIn() {
      asked ??= tell(signInAgainNotice, true);
    },
  };
}
