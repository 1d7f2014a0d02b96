import { isObject } from '@satchel/core/contract/is-object.ts';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { Request } from '#remote/create-request.ts';
import { failureOf, failureText } from '#remote/failure.ts';
import type { HostAddresses } from '#remote/host-address.ts';

interface OpenNoticesParts {
  request: Request;
  addresses: () => Pick<HostAddresses, 'api'>;
  isOnline: () => boolean;
  userId: () => string | null;
}

const type = 'user--user';

function noticesIn(body: unknown): boolean | null {
  const data = isObject(body) ? body.data : null;
  const attributes = isObject(data) ? data.attributes : null;
  const value = isObject(attributes) ? attributes.notify_opens : null;
  return typeof value === 'boolean' ? value : null;
}

/** Whether the host mails its rep when a pack is first opened. Kept at the host alone. */
export function createOpenNotices({ request, addresses, isOnline, userId }: OpenNoticesParts) {
  /** @throws Error in words */
  async function call(how: { query?: string; method?: 'PATCH'; body?: (id: string) => unknown }) {
    const id = userId();
    if (!isOnline()) throw new Error(failureText({ kind: 'unreachable', why: 'offline' }));
    if (id === null) throw new Error(failureText({ kind: 'signed-out' }));
    try {
      const { body } = await request(
        `${addresses().api}/user/user/${encodeURIComponent(id)}${how.query ?? ''}`,
        {
          owner: id,
          timeoutMs: 30_000,
          headers: { Accept: jsonApiMediaType, ...(how.body && { 'Content-Type': jsonApiMediaType }) },
          ...(how.method && { method: how.method }),
          ...(how.body && { body: JSON.stringify(how.body(id)) }),
        },
      );
      return body;
    } catch (error) {
      const failure = failureOf(error);
      throw failure ? new Error(failureText(failure)) : error;
    }
  }

  return {
    /** Null where the host knows no such choice. @throws Error in words */
    read: async () => noticesIn(await call({ query: `?fields[${type}]=notify_opens` })),
    /** @throws Error in words */
    set: async (notify_opens: boolean) => {
      await call({ method: 'PATCH', body: (id) => ({ data: { id, type, attributes: { notify_opens } } }) });
    },
  };
}
