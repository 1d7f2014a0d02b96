const stripped = new Set([
  'remote_id',
  'uid',
  'ownerId',
  'pulled',
  'pushed',
  'meta',
  '_meta',
  'links',
  'langcode',
  'promote',
  'status',
  'sticky',
]);

interface CloneAs {
  id: string;
  /** The name the user entered. */
  title: string;
  /** UUID of the current user. */
  ownerId: string;
  channelId: string;
  /** ms since 1970 */
  now: number;
}

/**
 * A private copy of a pack for the current user in the active channel (PDATA-09 to PDATA-11): nothing in it says any
 * more that the host or somebody else knows it.
 */
export function clonePack<Pack extends { id: string }>(
  pack: Pack,
  { id, title, ownerId, channelId, now }: CloneAs,
) {
  const kept = Object.entries(pack).filter(
    ([key]) => !stripped.has(key) && !key.startsWith('drupal_internal__'),
  );
  return {
    ...(Object.fromEntries(kept) as Pack),
    id,
    title,
    ownerId,
    channel: { type: 'salestool--channel' as const, id: channelId },
    pack_type: 'private' as const,
    archived: false,
    created: now,
    changed: now,
  };
}
