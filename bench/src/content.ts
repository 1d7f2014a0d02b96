import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaTypeName } from '@satchel/core/contract/resource-types.ts';
import { readConfig } from '@satchel/server/src/config.ts';
import {
  type HostDatabase,
  migrateToLatest,
  openDatabase,
  type WriteTransaction,
} from '@satchel/server/src/database/database.ts';
import { newInternalId, newUuid } from '@satchel/server/src/database/ids.ts';
import { createAccount, hashPassword } from '@satchel/server/src/features/sign-in/account-store.ts';
import { openSession } from '@satchel/server/src/features/sign-in/session-store.ts';
import { createFileStore } from '@satchel/server/src/files/file-store.ts';
import { loadKeys } from '@satchel/server/src/keys.ts';

export interface ContentSize {
  bundles: number;
  mediasPerBundle: number;
}

/** What the host is measured with. */
export const hostSize: ContentSize = { bundles: 500, mediasPerBundle: 50 };

/** What the rep of every content signs in with. */
export const rep = { name: 'Rep', password: 'measured once' };
export const channelTitle = 'Retail';

const bundlesAtOnce = 50;
const keywordCount = 60;
const productCount = 40;

export type Content = Awaited<ReturnType<typeof buildContent>>;

const madeAt = Date.UTC(2026, 4, 4, 8, 15);
const record = () => ({
  id: newUuid(),
  internal_id: newInternalId(),
  created: madeAt,
  changed: madeAt,
  source: null,
});

/**
 * A data folder of a host with a channel of so many bundles and media, made as the import would leave them, one without
 * any, and a rep who sees both.
 * @param within where the folder is made
 */
export async function buildContent({ bundles, mediasPerBundle }: ContentSize, within = tmpdir()) {
  await mkdir(within, { recursive: true });
  const dataFolder = await mkdtemp(join(within, 'satchel-bench-'));
  const database = await openDatabase(undefined, dataFolder);
  await migrateToLatest(database);
  const keys = await loadKeys(database);
  const store = createFileStore({ ...readConfig({}), dataFolder });
  const passwordHash = await hashPassword(rep.password);
  const accountId = await database.write((trx) =>
    createAccount(
      trx,
      {
        ...{ name: rep.name, mail: 'rep@example.com', passwordHash },
        ...{ roles: ['sales_tool_user'], channelIds: [] },
      },
      madeAt,
    ),
  );
  const channel = await addChannel(database, accountId, channelTitle);
  await addChannel(database, accountId, 'Transit');
  const terms = await addTerms(database);
  const bundleIds: string[] = [];
  for (let start = 0; start < bundles; start += bundlesAtOnce) {
    await database.write(async (trx) => {
      for (let position = start; position < Math.min(bundles, start + bundlesAtOnce); position++)
        bundleIds.push(await addBundle(trx, channel.id, { position, mediasPerBundle }, terms));
    });
  }
  // As the import does when it is done.
  await database.countRows();
  return {
    dataFolder,
    database,
    keys,
    store,
    accountId,
    channelId: channel.id,
    bundleIds,
    /** Keeps bytes as a file that can be fetched; answers its address on the host. */
    async addFile(bytes: Uint8Array, filename: string) {
      const row = await store.put(bytes, { filename });
      await database.db.insertInto('file').values(row).execute();
      return `/sites/default/files/${row.key}/${row.filename}`;
    },
    /** The header of a rep who has just signed in; good for five minutes. */
    async authorization() {
      const now = Date.now();
      const scope = 'sales_tool_user';
      const session = await database.write((trx) => openSession(trx, { accountId, scope }, now));
      return `Bearer ${await keys.signAccessToken({ ...session, accountId, scope }, now)}`;
    },
    async remove() {
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function addChannel({ db }: HostDatabase, accountId: string, title: string) {
  const signature = {
    ...record(),
    ...{
      title: 'Velden Terminals',
      job_title: 'Sales',
      email: 'sales@example.com',
      telephone: '+32 2 555 01 00',
    },
    ...{ telephone2: null, shared: 1 as const, image_id: null, picture_id: null, owner_id: null },
  };
  await db.insertInto('signature').values(signature).execute();
  const channel = {
    ...record(),
    ...{
      title,
      body: '<p>Everything for shops.</p>',
      body_summary: null,
      news: '<p>New terminals.</p>',
    },
    ...{ sandbox: 0 as const, pack_header: '<p>Hello</p>', pack_footer: '<p>Goodbye</p>' },
    ...{ image_id: null, signature_id: signature.id },
  };
  await db.insertInto('channel').values(channel).execute();
  await db.insertInto('account_channel').values({ account_id: accountId, channel_id: channel.id }).execute();
  return channel;
}

interface Terms {
  keywords: string[];
  products: string[];
}

async function addTerms({ db }: HostDatabase): Promise<Terms> {
  const add = async (vocabulary: keyof Terms, count: number) => {
    const terms = Array.from({ length: count }, (_, index) => {
      const { source: _source, ...columns } = record();
      return { ...columns, vocabulary, name: `${vocabulary} ${index}`, description: null };
    });
    await db.insertInto('term').values(terms).execute();
    return terms.map(({ id }) => id);
  };
  return { keywords: await add('keywords', keywordCount), products: await add('products', productCount) };
}

const kinds: { type: MediaTypeName; mime: string; extension: string }[] = [
  { type: 'media--document', mime: 'application/pdf', extension: 'pdf' },
  { type: 'media--image', mime: 'image/jpeg', extension: 'jpg' },
];

const sentence =
  'How the terminal is put up, paired with the till and handed over to the people who use it. ';

async function addBundle(
  trx: WriteTransaction,
  channelId: string,
  { position, mediasPerBundle }: { position: number; mediasPerBundle: number },
  terms: Terms,
) {
  const bundle = {
    ...record(),
    ...{
      type: 'salestool--document_bundle' as const,
      title: `Terminals ${position}`,
      body: `<p>${sentence.repeat(4)}</p>`,
    },
    ...{ body_summary: null, availability: 'public' as const, color: '#0b703f', image_id: null },
    ...{ miniapp_type: null, urls: null, init_data: null },
  };
  await trx.insertInto('bundle').values(bundle).execute();
  await trx
    .insertInto('channel_bundle')
    .values({ channel_id: channelId, bundle_id: bundle.id, position })
    .execute();
  const medias = Array.from({ length: mediasPerBundle }, (_, at) => mediaWithFile(position, at));
  await trx
    .insertInto('file')
    .values(medias.map(({ file }) => file))
    .execute();
  await trx
    .insertInto('media')
    .values(medias.map(({ media }) => media))
    .execute();
  const placed = medias.map(({ media }, at) => ({ bundle_id: bundle.id, media_id: media.id, position: at }));
  await trx.insertInto('bundle_media').values(placed).execute();
  const named = medias.flatMap(({ media }, at) =>
    [
      terms.keywords[at % keywordCount],
      terms.keywords[(at + position + 1) % keywordCount],
      terms.products[at % productCount],
    ].map((term_id, order) => ({ media_id: media.id, term_id: term_id as string, position: order })),
  );
  await trx
    .insertInto('media_term')
    .values(named)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return bundle.id;
}

function mediaWithFile(bundle: number, at: number) {
  const { type, mime, extension } = kinds[at % kinds.length] as (typeof kinds)[number];
  const isPicture = mime.startsWith('image/');
  const file = {
    ...record(),
    ...{
      key: newUuid().replaceAll('-', ''),
      filename: `guide-${bundle}-${at}.${extension}`,
      mime,
      size: 200_000 + at,
    },
    ...{
      sha256: '0'.repeat(64),
      width: isPicture ? 1600 : null,
      height: isPicture ? 900 : null,
      alt: 'A terminal',
    },
  };
  const media = {
    ...record(),
    ...{ type, name: `Guide ${bundle}.${at}`, description: sentence, document_size: null, video: null },
    ...{ file_id: file.id, thumbnail_id: file.id, thumbnail_image_id: null, preview_image_id: null },
  };
  return { file, media };
}
