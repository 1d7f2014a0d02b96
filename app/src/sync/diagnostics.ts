import type { Request } from '#remote/create-request.ts';
import { failureOf, failureText } from '#remote/failure.ts';
import type { HostAddresses } from '#remote/host-address.ts';
import type { SessionStore } from '#storage/session-store.ts';

interface DiagnosticsParts {
  session: SessionStore;
  addresses: () => HostAddresses;
  request: Request;
  activeChannelId: () => string | null;
  fetch?: typeof fetch;
}

/** What to ask the host for; a path stands below the host's own address. */
export type Question = 'channel' | 'me' | 'current-user' | 'sign-in' | { path: string };

export interface RawAnswer {
  address: string;
  /** Null when nothing answered. */
  status: number | null;
  /** What came as JSON, else its text, or why nothing did, in words. */
  body: unknown;
}

/** Looks behind the screens for those who look after the product (SET-11). */
export function createDiagnostics(parts: DiagnosticsParts) {
  const { session, addresses, request, activeChannelId, fetch = globalThis.fetch } = parts;

  function addressOf(question: Question): string {
    const { origin, api, me, token } = addresses();
    if (question === 'me') return me;
    // API-18: beside the sign-in, as me is.
    const beside = (name: string) => token.replace(/token(?=\/?$|\?)/, name);
    if (question === 'current-user') return beside('api/current_user');
    if (question === 'sign-in') return beside('debug');
    if (question === 'channel') {
      const id = activeChannelId();
      if (id === null) throw new Error('No channel is chosen');
      return `${api}/salestool/channel/${encodeURIComponent(id)}`;
    }
    const url = new URL(question.path.trim(), `${origin}/`);
    if (url.origin !== origin) throw new Error('Only paths of the content host can be fetched');
    return url.href;
  }

  return {
    /** Null when nobody is signed in. */
    async tokens() {
      const { tokens } = session.current();
      return tokens && { token: tokens.token, refreshToken: tokens.refreshToken };
    },

    /**
     * The host's answer as it came, a refusal too.
     * @throws Error in words, when there is nothing to ask
     */
    async ask(question: Question): Promise<RawAnswer> {
      const address = addressOf(question);
      let came: Response | undefined;
      const look: typeof fetch = async (...call) => {
        const response = await fetch(...call);
        came = response.clone();
        return response;
      };
      try {
        const { status, body } = await request(address, {
          timeoutMs: 30_000,
          looksIntoPages: true,
          fetch: look,
        });
        return { address, status, body };
      } catch (error) {
        const failure = failureOf(error);
        if (!failure) throw error;
        if (failure.kind === 'refused' && failure.errors.length > 0)
          return { address, status: failure.status, body: failure.errors };
        const hasCome =
          failure.kind === 'unreachable' ? failure.why === 'not-json' : failure.kind !== 'signed-out';
        if (!came || !hasCome) return { address, status: null, body: failureText(failure) };
        return { address, status: came.status, body: (await came.text()) || failureText(failure) };
      }
    },
  };
}
