import type { Draft, Drafts } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { type Settable, settable } from './settable.ts';

interface Parts {
  /** What lies on the device, by kind, owner and what it is about. */
  rows: Map<string, unknown>;
  hasRoom: Settable<boolean>;
  userId: () => string | undefined;
  pack: (id: string) => Promise<PackRecord | null>;
}

/** Drafts in memory, of one window. */
export function sampleDrafts({ rows, hasRoom, userId, pack }: Parts): Drafts {
  const keyOf = (kind: string, id: string) => `${kind}.${userId()}.${id}`;
  /** Those that lie beside each other, the newest last. */
  const besides = (key: string) =>
    [...rows.keys()].filter((other) => other === key || other.startsWith(`${key}@`));

  function draftAt<T>(key: string): Draft<T> {
    const isKept = settable(true);
    let last: T | undefined;
    const write = () => {
      if (hasRoom.current()) rows.set(key, last);
      isKept.set(hasRoom.current());
    };
    return {
      stored: (rows.get(key) as T | undefined) ?? null,
      keep: (make) => {
        last = make();
        write();
      },
      drop: () => {
        rows.delete(key);
        isKept.set(true);
      },
      isKept,
      keepNow: async () => {
        if (!isKept.current()) write();
      },
    };
  }

  return {
    open: async (kind, id) => {
      const key = keyOf(kind, id);
      return draftAt(besides(key).at(-1) ?? key);
    },
    openBeside: async (kind, id) => {
      const key = keyOf(kind, id);
      return draftAt(besides(key).length === 0 ? key : `${key}@${crypto.randomUUID()}`);
    },
    ofMissingPacks: async () => {
      const about = keyOf('pack', '');
      const ids = [...rows.keys()].flatMap((key) =>
        key.startsWith(about) && !/^-|\.|@/.test(key.slice(about.length)) ? [key.slice(about.length)] : [],
      );
      const found = await Promise.all(ids.map(async (id) => ({ id, pack: await pack(id) })));
      return found.flatMap(({ id, pack }) =>
        pack && pack.archived !== true
          ? []
          : [{ id, title: (rows.get(`${about}${id}`) as { title: string }).title }],
      );
    },
  };
}
