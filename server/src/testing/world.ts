import type { BundleTypeName, MediaTypeName } from '@satchel/core/contract/resource-types.ts';
import type { Role } from '@satchel/core/contract/roles.ts';
import sharp from 'sharp';
import type { HostDatabase } from '#database/database.ts';
import { newInternalId, newUuid } from '#database/ids.ts';
import { createAccount, hashPassword } from '#features/sign-in/account-store.ts';
import type { FileStore } from '#files/file-store.ts';

/** Everyone of the small world has this password. */
export const password = 'correct horse battery';

export const people = {
  nora: { roles: ['sales_tool_user'], channels: ['retail'] },
  tomas: { roles: ['sales_tool_user'], channels: ['transit'] },
  ines: { roles: ['external_sales_tool_user'], channels: ['retail'] },
  henrik: { roles: ['sales_tool_manager'], channels: ['retail', 'transit'] },
  mei: { roles: ['administrator'], channels: [] },
} as const satisfies Record<string, { roles: readonly Role[]; channels: readonly string[] }>;

export type Person = keyof typeof people;

/** A day on which everything of the world was made. */
const madeAt = Date.UTC(2026, 4, 4, 8, 15);

const hashedPassword = hashPassword(password);

/** A page with the words 'Product guide', as small as PDF readers take. */
const guide = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 280]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F 18 Tf 20 200 Td (Product guide) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
`;

const picture = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();

/**
 * Two channels with bundles, media and real small files, five people, and packs and signatures of theirs: enough to
 * tell whether anyone sees too much.
 */
export async function buildWorld(database: HostDatabase, files: FileStore) {
  const record = () => ({
    id: newUuid(),
    internal_id: newInternalId(),
    created: madeAt,
    changed: madeAt,
    source: null,
  });
  const { db } = database;

  const addFile = async (bytes: Uint8Array | string, filename: string, alt = '') => {
    const row = await files.put(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { filename, alt });
    await db.insertInto('file').values(row).execute();
    return row;
  };
  const addTerm = async (vocabulary: 'keywords' | 'products', name: string) => {
    const { source: _, ...columns } = record();
    const term = { ...columns, vocabulary, name, description: null };
    await db.insertInto('term').values(term).execute();
    return term;
  };
  const addMedia = async (type: MediaTypeName, name: string, fileId: string | null, terms: string[] = []) => {
    const media = {
      ...record(),
      type,
      name,
      description: `About ${name}`,
      document_size: null,
      video: type === 'media--remote_video' ? 'https://www.youtube.com/watch?v=Vld3nT3rm27' : null,
      file_id: fileId,
      thumbnail_id: fileId,
      thumbnail_image_id: null,
      preview_image_id: null,
    };
    await db.insertInto('media').values(media).execute();
    for (const [position, term_id] of terms.entries()) {
      await db.insertInto('media_term').values({ media_id: media.id, term_id, position }).execute();
    }
    return media;
  };
  const addBundle = async (
    type: BundleTypeName,
    title: string,
    imageId: string,
    medias: { id: string }[] = [],
    more: Partial<{ availability: string; miniapp_type: string; urls: string; init_data: string }> = {},
  ) => {
    const bundle = {
      ...record(),
      type,
      title,
      body: `<p>${title}</p>`,
      body_summary: title,
      availability: 'public',
      color: '#1f6683',
      image_id: imageId,
      miniapp_type: null,
      urls: null,
      init_data: null,
      ...more,
    };
    await db.insertInto('bundle').values(bundle).execute();
    for (const [position, { id: media_id }] of medias.entries()) {
      await db.insertInto('bundle_media').values({ bundle_id: bundle.id, media_id, position }).execute();
    }
    return bundle;
  };
  const addSignature = async (title: string, ownerId: string | null, pictureId: string | null = null) => {
    const signature = {
      ...record(),
      title,
      job_title: 'Account manager',
      email: 'sales@velden.example',
      telephone: '+46 31 555 01 00',
      telephone2: null,
      shared: 0 as const,
      image_id: ownerId ? null : pictureId,
      picture_id: ownerId ? pictureId : null,
      owner_id: ownerId,
    };
    await db.insertInto('signature').values(signature).execute();
    return signature;
  };
  const addChannel = async (title: string, sandbox: boolean, bundles: { id: string }[]) => {
    const cover = await addFile(await picture('#334455'), 'cover.jpg', `${title} cover`);
    const image = await addMedia('media--image', `${title} cover`, cover.id);
    const tile = await addMedia(
      'media--image',
      `${title} tile`,
      (await addFile(await picture('#998877'), 'tile.jpg')).id,
    );
    const signature = await addSignature(`${title} desk`, null, cover.id);
    const channel = {
      ...record(),
      title,
      body: `<p>${title}</p>`,
      body_summary: title,
      news: null,
      sandbox: sandbox ? (1 as const) : (0 as const),
      pack_header: '<p>Velden Terminals</p>',
      pack_footer: '<p>Gothenburg</p>',
      image_id: image.id,
      signature_id: signature.id,
    };
    await db.insertInto('channel').values(channel).execute();
    await db
      .insertInto('channel_media')
      .values({ channel_id: channel.id, media_id: tile.id, position: 0 })
      .execute();
    for (const [position, { id: bundle_id }] of bundles.entries()) {
      await db.insertInto('channel_bundle').values({ channel_id: channel.id, bundle_id, position }).execute();
    }
    return { ...channel, cover, image, tile, signature };
  };
  const addPack = async (
    title: string,
    owner: {
      pack_type: 'global' | 'channel' | 'private';
      channel_id: string | null;
      owner_id: string | null;
    },
    medias: { id: string; type: string; name: string }[],
  ) => {
    const elements = medias.map(({ id, type, name }) => ({
      id: newUuid(),
      type: 'media',
      title: name,
      showTitle: true,
      introText: '',
      options: { hideTitle: false },
      data: { media: { id, type, mediaType: null, name, url: null, thumbnail: null } },
    }));
    const pack = {
      ...record(),
      title,
      notes: 'Only for the rep',
      color: '#0b703f',
      pack_data: JSON.stringify({ version: 2, elements }),
      meta: null,
      archived: 0 as const,
      ...owner,
    };
    await db.insertInto('pack').values(pack).execute();
    for (const [position, { id: media_id }] of medias.entries()) {
      await db.insertInto('pack_media').values({ pack_id: pack.id, media_id, position }).execute();
    }
    return pack;
  };

  const keyword = await addTerm('keywords', 'contactless');
  const product = await addTerm('products', 'T3 Counter');
  const transitKeyword = await addTerm('keywords', 'turnstile');
  const image = await addFile(await picture('#1f6683'), 'image.jpg', 'A terminal on a counter');
  const transitImage = await addFile(await picture('#667788'), 'gate.jpg', 'A gate');
  const guideFile = await addFile(guide, 'product-guide.pdf');
  const documents = {
    guide: await addMedia('media--document', 'Product guide', guideFile.id, [keyword.id, product.id]),
    photo: await addMedia('media--image', 'T3 from the front', image.id, [product.id]),
    film: await addMedia('media--remote_video', 'Virtual showroom', null),
    prices: await addMedia(
      'media--document',
      'Price list',
      (await addFile('Prices, internal', 'prices.txt')).id,
    ),
    drawing: await addMedia('media--document', 'Gate drawing', (await addFile(guide, 'gate.pdf')).id, [
      transitKeyword.id,
    ]),
  };
  const bundles = {
    counter: await addBundle('salestool--document_bundle', 'T3 Counter', image.id, [
      documents.guide,
      documents.photo,
      documents.film,
    ]),
    welcome: await addBundle('salestool--content_bundle', 'The first visit', image.id),
    calculator: await addBundle('salestool--miniapp_bundle', 'Savings calculator', image.id, [], {
      miniapp_type: 'embed',
      urls: JSON.stringify([{ uri: '/sites/default/files/key/calculator.js', title: '', options: [] }]),
      init_data: JSON.stringify({ currency: 'EUR' }),
    }),
    prices: await addBundle('salestool--document_bundle', 'Prices', image.id, [documents.prices], {
      availability: 'internal',
    }),
    gate: await addBundle('salestool--document_bundle', 'Transit gate', transitImage.id, [documents.drawing]),
  };
  const { counter, welcome, calculator, prices, gate } = bundles;
  const channels = {
    retail: await addChannel('Retail & Hospitality', false, [counter, welcome, calculator, prices]),
    transit: await addChannel('Transit & Parking', false, [gate]),
    sandbox: await addChannel('Learning lab', true, []),
  };

  const passwordHash = await hashedPassword;
  const accounts = {} as Record<Person, { id: string; name: string; mail: string }>;
  for (const [person, { roles, channels: names }] of Object.entries(people)) {
    const channelIds = names.map((name) => channels[name].id);
    const account = { name: person, mail: `${person}@velden.example`, roles, channelIds, passwordHash };
    const id = await database.write((trx) => createAccount(trx, account, madeAt));
    accounts[person as Person] = { id, name: account.name, mail: account.mail };
  }

  const face = await addFile(await picture('#aa8866'), 'nora.jpg');
  const signatures = {
    nora: await addSignature('Nora Lindqvist', accounts.nora.id, face.id),
    tomas: await addSignature('Tomas Adeyemi', accounts.tomas.id),
  };
  const none = { channel_id: null, owner_id: null };
  const packs = {
    global: await addPack('Velden range', { ...none, pack_type: 'global' }, [documents.guide]),
    retail: await addPack('First visit', { ...none, pack_type: 'channel', channel_id: channels.retail.id }, [
      documents.guide,
      documents.film,
    ]),
    transit: await addPack('Parking', { ...none, pack_type: 'channel', channel_id: channels.transit.id }, []),
    nora: await addPack(
      'Café Linnea',
      { pack_type: 'private', channel_id: channels.retail.id, owner_id: accounts.nora.id },
      [documents.guide, documents.photo],
    ),
    tomas: await addPack(
      'Garage Kungsport',
      { pack_type: 'private', channel_id: channels.transit.id, owner_id: accounts.tomas.id },
      [documents.drawing],
    ),
  };
  const { source: _, ...helpRecord } = record();
  const help = {
    ...helpRecord,
    title: 'Building a pack',
    alias: '/help/building-a-pack',
    paths: 'route:packs__index\nroute:packs__new',
    body: '<p>A pack is a page for one purpose.</p>',
    source: null,
  };
  await db.insertInto('help_page').values(help).execute();

  return {
    people: accounts,
    channels,
    bundles,
    documents,
    files: { image, transitImage, guide: guideFile, face },
    terms: { keyword, product, transitKeyword },
    signatures,
    packs,
    help,
  };
}
