import type { HostConfiguration } from '#contract/host-configuration.ts';
import { isPrivatePack } from './is-private-pack.ts';

interface PermittedPack {
  pack_type?: string | null | undefined;
  archived?: boolean | null | undefined;
  /** When it was last taken from the host or saved to it; empty when never. */
  pulled?: number | null | undefined;
  pushed?: number | null | undefined;
  ownerId?: string | null | undefined;
}

interface Asking {
  flags: Pick<HostConfiguration['flags'], 'packNoEdit' | 'packNoSend' | 'packBuilder2Enabled'>;
  /** UUID of the signed-in user; null when nobody is. */
  userId: string | null;
}

export interface PackPermissions {
  view: boolean;
  edit: boolean;
  build: boolean;
  clone: boolean;
  send: boolean;
  sendToServer: boolean;
  archive: boolean;
  delete: boolean;
}

/** New packs need somebody they belong to, and no `packNoEdit` (PERM-03, PERM-15). */
export const mayCreatePacks = ({ flags, userId }: Asking) => userId !== null && !flags.packNoEdit;

/** What somebody may do with a pack (PERM-05 to PERM-17). Rights on private packs are their owner's alone. */
export function packPermissions(pack: PermittedPack, { flags, userId }: Asking): PackPermissions {
  const isPrivate = isPrivatePack(pack);
  const isShared = !isPrivate;
  const isOwn = userId !== null && pack.ownerId === userId;
  const isOwnPrivate = isPrivate && isOwn;
  const isArchived = pack.archived === true;
  const wasOnServer = Boolean(pack.pulled) || Boolean(pack.pushed);
  const mayEdit = !flags.packNoEdit;

  const view = isShared || isOwn;
  const use = view && userId !== null;
  const edit = isOwnPrivate && mayEdit;
  return {
    view,
    edit,
    build: edit && flags.packBuilder2Enabled,
    clone: use && mayEdit,
    send: use && !flags.packNoSend,
    sendToServer: isOwnPrivate && !isArchived && !wasOnServer,
    archive: isOwnPrivate && !isArchived && mayEdit,
    delete: isOwnPrivate && !isArchived && !wasOnServer && mayEdit,
  };
}
