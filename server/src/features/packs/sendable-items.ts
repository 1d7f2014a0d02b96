import { sql } from 'kysely';
import type { WriteTransaction } from '#database/database.ts';
import { type Dialect, isOneOf } from '#database/dialect.ts';
import { inPortions } from '#database/in-portions.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import { isMyChannel } from '#visibility.ts';
import type { PackContents } from './pack-data.ts';
import { packTexts } from './texts.ts';

type State = 'public' | 'internal';

/** The items of a pack that no prospect may get, by name and with the reason (PSEND, content-host contract 5). */
export async function unsendableItems(
  trx: WriteTransaction,
  { bundles, medias, names }: PackContents,
  viewer: SignedInViewer,
  dialect: Dialect,
): Promise<string[]> {
  const states = new Map([
    ...(await mediaStates(trx, medias, viewer, dialect)),
    ...(await bundleStates(trx, bundles, viewer, dialect)),
  ]);
  return [...bundles, ...medias].flatMap((id, at) => {
    const state = states.get(id);
    const name = names[at] ?? id;
    if (state === 'public') return [];
    return [state === 'internal' ? packTexts.internal(name) : packTexts.withdrawn(name)];
  });
}

type Found = { id: string; availability: string | null };

/** One public place is enough: a media can lie in several bundles, or belong to the channel itself. */
function statesOf(rows: readonly Found[]) {
  const states = new Map<string, State>();
  for (const { id, availability } of rows) {
    if (availability !== 'internal') states.set(id, 'public');
    else if (!states.has(id)) states.set(id, 'internal');
  }
  return states;
}

/** Of the media that lie in the viewer's channels, whether a prospect may get them; all others are absent. */
export async function mediaStates(
  trx: WriteTransaction,
  ids: readonly string[],
  viewer: SignedInViewer,
  dialect: Dialect,
) {
  const rows = await inPortions(ids, async (some) => {
    const found = await sql<Found>`select bm.media_id as id, b.availability
    from bundle_media as bm
    inner join bundle as b on b.id = bm.bundle_id
    inner join channel_bundle as cb on cb.bundle_id = b.id
    where ${isOneOf(sql.ref('bm.media_id'), some, dialect)} and ${isMyChannel({ viewer, dialect }, 'cb.channel_id')}
    union all
    select cm.media_id as id, null as availability from channel_media as cm
    where ${isOneOf(sql.ref('cm.media_id'), some, dialect)} and ${isMyChannel({ viewer, dialect }, 'cm.channel_id')}`.execute(
      trx,
    );
    return found.rows;
  });
  return statesOf(rows);
}

async function bundleStates(
  trx: WriteTransaction,
  ids: readonly string[],
  viewer: SignedInViewer,
  dialect: Dialect,
) {
  const rows = await inPortions(ids, async (some) => {
    const found = await sql<Found>`select b.id, b.availability
    from bundle as b inner join channel_bundle as cb on cb.bundle_id = b.id
    where ${isOneOf(sql.ref('b.id'), some, dialect)} and ${isMyChannel({ viewer, dialect }, 'cb.channel_id')}`.execute(
      trx,
    );
    return found.rows;
  });
  return statesOf(rows);
}
