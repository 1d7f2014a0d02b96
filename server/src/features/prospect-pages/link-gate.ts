import { isLookedAt } from '@satchel/core/pack-page/looked-at.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { Keys } from '#keys.ts';
import type { GatedMessage, LinkedMessage } from './link-store.ts';
import { longestVisitMs, readVisit } from './visit.ts';

/** `locked` asks for the link's password; `closed` looks like a link nobody knows. */
type Passage = 'open' | 'locked' | 'closed';

/** How long one entry of the password is enough. */
const unlockedMs = 8 * 3_600_000;

const unlockCookie = 'satchel-unlocked';
const visitCookie = 'satchel-visit';

interface Parts {
  config: Pick<Config, 'publicUrl'>;
  keys: Keys;
  clock: Clock;
}

type Asked = Pick<FastifyRequest, 'headers'>;

/**
 * What a sender said about a link: until when it holds, for how many visits, and behind which password. The cookies are
 * needed for that alone, are set on such links only, and are sent nowhere but to the link itself.
 */
export function createLinkGate({ config, keys, clock }: Parts) {
  // A new password makes every earlier entry worthless.
  const unlockClaim = ({ id, link_password }: GatedMessage, until: string) =>
    `unlock ${id} ${until} ${link_password}`;

  function isUnlocked(message: GatedMessage, { headers }: Asked) {
    const [until = '', signature = ''] = (cookieOf(headers.cookie, unlockCookie) ?? '').split('.');
    return Number(until) > clock() && keys.isPageSigned(unlockClaim(message, until), signature);
  }

  /** The visit that the reader's browser has begun, as `newVisit` wrote it. */
  function openVisit(message: GatedMessage, { headers }: Asked) {
    const session = cookieOf(headers.cookie, visitCookie);
    return session !== undefined && isOpen(message, session) ? session : undefined;
  }

  function isOpen(message: GatedMessage, session: string) {
    const visit = readVisit(keys, message.id, session, clock());
    return visit !== null && visit.visitor !== 'scanner';
  }

  const setCookie = (reply: FastifyReply, token: string, name: string, value: string, lifetimeMs: number) =>
    reply.header(
      'set-cookie',
      [
        `${name}=${value}`,
        `Path=/p/${token}`,
        `Max-Age=${Math.floor(lifetimeMs / 1000)}`,
        'HttpOnly',
        'SameSite=Lax',
        ...(config.publicUrl.startsWith('https:') ? ['Secure'] : []),
      ].join('; '),
    );

  return {
    /**
     * @param countVisits answers how many visits the message has had; asked only where they are limited
     * @param session the visit that a report names itself; otherwise the browser's cookie does
     */
    async passage(
      message: GatedMessage,
      request: Asked,
      countVisits: (messageId: string) => Promise<number>,
      session = openVisit(message, request),
    ): Promise<Passage> {
      const { link_revoked, link_expires, link_max_views, link_password } = message;
      if (link_revoked !== null || (link_expires !== null && link_expires <= clock())) return 'closed';
      // Who is inside already goes on reading: their own visit may be the last one there could be.
      if (link_max_views !== null && !(session !== undefined && isOpen(message, session))) {
        if ((await countVisits(message.id)) >= link_max_views) return 'closed';
      }
      return link_password !== null && !isUnlocked(message, request) ? 'locked' : 'open';
    },

    /** Remembers that this browser knew the password. */
    unlock(reply: FastifyReply, token: string, message: GatedMessage) {
      const until = String(clock() + unlockedMs);
      const value = `${until}.${keys.signPage(unlockClaim(message, until))}`;
      return setCookie(reply, token, unlockCookie, value, unlockedMs);
    },

    /**
     * The visit a page reports: where visits are limited, one browser's is the same when the page is loaded again.
     * @returns `isAgain` of one that was begun before
     */
    visitOf(
      request: FastifyRequest,
      reply: FastifyReply,
      token: string,
      message: GatedMessage,
      begin: () => string,
    ) {
      if (message.link_max_views === null) return { session: begin(), isAgain: false };
      const open = openVisit(message, request);
      const session = open ?? begin();
      setCookie(reply, token, visitCookie, session, longestVisitMs);
      return { session, isAgain: open !== undefined };
    },
  };
}

/** Whether a file itself is given out. */
export const isServed = ({ link_download }: Pick<LinkedMessage, 'link_download'>, mime: string) =>
  link_download === 1 || isLookedAt(mime);

/** One named cookie of a request; what this host sets needs no decoding. */
function cookieOf(header: string | undefined, name: string) {
  const start = `${name}=`;
  return header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}
