import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { clonePack } from '@satchel/core/pack/clone-pack.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import { packMediaIds } from '@satchel/core/pack/pack-contents.ts';
import { packPermissions } from '@satchel/core/pack/pack-permissions.ts';
import { recallPackDataInSteps } from '@satchel/core/pack/recalled-pack-data.ts';
import type { Packs } from '#services.ts';
import { pause } from '#storage/pause.ts';
import type { PackRecord } from '#storage/records.ts';
import type { ReadsOfMany } from '#sync/bundle-files/reads-of-many.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';
import { collections } from './collections.ts';
import { laterThanAll } from './later-than-all.ts';
import { neverSaved } from './pack-state.ts';
import { runLoad } from './run-load.ts';
import { createUnmetWishes } from './unmet-wishes.ts';
import { unsendableItems } from './unsendable-items.ts';

type Flags = HostConfiguration['flags'];

const newestFirst = (a: PackRecord, b: PackRecord) => (b.changed ?? 0) - (a.changed ?? 0);

/** SYNC-26: archived packs are left out of every list. */
const belongsIn = (channelId: string, userId: string | null) => (pack: PackRecord) => {
  if (pack.archived === true || pack._meta?.stub) return false;
  if (pack.pack_type === 'global') return true;
  if (pack.channel?.id !== channelId) return false;
  return pack.pack_type === 'channel' || (userId !== null && pack.ownerId === userId);
};

/** All of it but the draft, which answers at once (draft-pack.ts). */
export function createPacks(parts: CollectionParts, flags: Flags, reads: ReadsOfMany): Omit<Packs, 'draft'> {
  const { database, channel } = parts;
  const records = database.records('salestool--pack');
  const wishes = createUnmetWishes(parts);

  /** What screens show, as long as they do: of a pack that goes meanwhile nothing else tells what an edit was made on. */
  const shown = new Map<string, WeakRef<PackRecord>>();

  /** Private packs are their owner's alone, on a shared device too (PERM-16, PERM-17). */
  async function visible(id: string): Promise<PackRecord | null> {
    const pack = await records.get(id);
    return pack && packPermissions(pack, { flags, userId: userIdOf(parts) }).view ? pack : null;
  }

  /** MODEL-26: whatever a screen hands in, what the app saves is the user's own private pack, changed now. */
  async function ownPack(pack: PackRecord): Promise<PackRecord> {
    const userId = userIdOf(parts);
    if (userId === null) throw new Error('You are not logged in');
    if (pack.ownerId && pack.ownerId !== userId) throw new Error('This pack belongs to somebody else');
    // Whatever the device's clock says, the last change comes first. Asked before the save's transaction begins: the answer comes
    // once the page has drawn what was pressed, and everybody else would wait for a transaction that is open meanwhile.
    const now = await laterThanAll(parts, ['salestool--pack']);
    return {
      ...pack,
      // What the screen began with, before it is called changed now.
      _meta: { ...pack._meta, began: pack.changed ?? null },
      pack_type: 'private',
      ownerId: userId,
      // What somebody saves is in their list again; Archive says so by itself.
      archived: false,
      created: pack.created ?? now,
      changed: now,
    };
  }

  const read: Packs['read'] = (text) => recallPackDataInSteps(text, pause);

  async function mediaIdsOf(pack: PackRecord): Promise<string[]> {
    const found = await read(pack.pack_data);
    const named = found.ok ? packMediaIds(found.pack) : [];
    return [...new Set([...named, ...(pack.medias ?? []).map(({ id }) => id)])];
  }

  const save = async (pack: PackRecord) =>
    (await parts.engine()).saves.save(await ownPack(pack), collections.pack.save);

  return {
    async inChannel(channelId) {
      const found = await records.filter(belongsIn(channelId, userIdOf(parts))).toArray();
      return found.sort(newestFirst);
    },

    async get(id) {
      const pack = await visible(id);
      if (pack) shown.set(id, new WeakRef(pack));
      return pack;
    },

    read,

    async medias(pack, { first } = {}) {
      const ids = await mediaIdsOf(pack);
      return reads.mediasById(ids.slice(0, first));
    },

    mediaIdsHere: async (pack) => reads.mediaIdsHere(await mediaIdsOf(pack)),

    mediasById: reads.mediasById,

    unsendable: (pack) =>
      unsendableItems(database, reads, pack, parts.session.current().user?.channels ?? []),

    load: (id, { force = false } = {}) =>
      runLoad(
        parts,
        collections.pack.load,
        {
          local: async () => {
            const pack = await visible(id);
            return pack && !pack._meta?.stub ? pack : null;
          },
          // Work that waits here is newer than anything the host has (SYNC-32).
          isFresh: (pack) => pack._meta?.push === true || wishes.isFresh(id, pack.pulled),
          pull: async () => {
            const { loads } = await parts.engine();
            await wishes.pull(id, force, () => loads.pack(id));
          },
        },
        force,
      ),

    async save(pack, { began, ...options } = {}) {
      if (began === undefined) return save(pack);
      const how = { began, shown: shown.get(pack.id)?.deref(), strategy: collections.pack.save };
      return (await parts.engine()).saves.savePack(await ownPack(pack), { ...options, ...how });
    },

    async clone(pack, title) {
      const ownerId = userIdOf(parts);
      const channelId = channel.current() ?? pack.channel?.id;
      if (ownerId === null) throw new Error('You are not logged in');
      if (!channelId) throw new Error('No channel is active');
      const copy = clonePack(pack, { id: newId(), title, ownerId, channelId, now: parts.now() });
      const [own, { saves }] = await Promise.all([ownPack(copy), parts.engine()]);
      // It is there once this device has it; on a slow line the host's answer takes long.
      return new Promise((resolve, reject) => {
        const how = { began: neverSaved, strategy: collections.pack.save, onDurable: resolve };
        saves.savePack(own, how).then((saved) => resolve(saved.pack), reject);
      });
    },

    archive: async (pack) => (await parts.engine()).saves.archive(await ownPack(pack)),
    delete: async (pack) => (await parts.engine()).saves.delete(pack, collections.pack.delete),
    async sendToServer({ id }) {
      if (userIdOf(parts) === null) throw new Error('You are not logged in');
      return (await parts.engine()).saves.sendPack(id);
    },
  };
}
