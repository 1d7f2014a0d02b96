import { type PackPermissions, packPermissions } from '@satchel/core/pack/pack-permissions.ts';
import { useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';

/** What the person who is signed in may do with a pack. */
export function usePackPermissions(pack: PackRecord): PackPermissions {
  const { configuration, session } = useServices();
  const { user } = useWatched(session);
  return packPermissions(pack, { flags: configuration.flags, userId: user?.uuid ?? null });
}

/** What is offered of that: an archived pack is looked at and cloned, and what is unsaved on it is saved elsewhere (PLIST-07). */
export function useOffered(pack: PackRecord): PackPermissions {
  const may = usePackPermissions(pack);
  return pack.archived === true ? { ...may, edit: false, build: false, send: false } : may;
}
