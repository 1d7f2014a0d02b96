import { newId } from '@satchel/core/pack/new-id.ts';
import type { PackRecord } from '#storage/records.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';

/** An unsaved private pack of the active channel. */
export function draftPack(parts: Pick<CollectionParts, 'session' | 'channel'>): PackRecord {
  const channelId = parts.channel.current();
  return {
    id: newId(),
    type: 'salestool--pack',
    title: 'New pack',
    pack_type: 'private',
    archived: false,
    channel: channelId === null ? null : { type: 'salestool--channel', id: channelId },
    bundles: [],
    medias: [],
    ownerId: userIdOf(parts),
  };
}
