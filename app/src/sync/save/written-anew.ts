import type { MessageRecord } from '#storage/records.ts';
import { wasThere } from './pushable.ts';

/** A link that is open to everybody. What is not said of a link that the host may have stays there as it was. */
const open = { link_expires: null, link_max_views: null, link_password: '', link_download: true } as const;

const limits = Object.keys(open) as (keyof typeof open)[];

export const isLimit = (name: string) => name in open;

/** What a restored host may be told by: what it has lost is said to it again, also of what was written anew since. */
function knownBefore({ pulled, pushed, changed, _meta }: MessageRecord) {
  const { passwordSince, knownSince = changed } = _meta ?? {};
  return {
    times: { ...(pulled !== undefined && { pulled }), ...(pushed !== undefined && { pushed }) },
    marks: {
      ...(passwordSince !== undefined && { passwordSince }),
      ...(typeof knownSince === 'number' && { knownSince }),
    },
  };
}

/**
 * A message in place of one that may have come to the host. Of the limits of its link those are said that it changes: another device
 * may have seen the one before there, and have changed the others.
 */
export function writtenAnew(before: MessageRecord, written: MessageRecord): MessageRecord {
  const takenBack = limits.filter((name) => before[name] !== undefined && written[name] === undefined);
  const message: MessageRecord = {
    ...written,
    ...Object.fromEntries(takenBack.map((name) => [name, open[name]])),
  };
  const changed = limits.filter((name) => message[name] !== before[name]);
  const said = [...new Set([...(before._meta?.said ?? []), ...changed])];
  const { times, marks } = wasThere(before) ? knownBefore(before) : {};
  return { ...message, ...times, _meta: { ...message._meta, ...marks, anew: true, said } };
}
