import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import type { Statuses } from './askers.ts';
import type { TestHost } from './test-host.ts';
import type { Person } from './world.ts';

/** Records that tests make besides the small world. */
export interface MadeRecords {
  noras: { id: string };
  tomass: { id: string };
  forManagers: { id: string };
}

type World = TestHost['world'];
type Records = (world: World, made: MadeRecords) => Record<string, { id: string | null }>;

interface Written {
  PATCH: Statuses;
  DELETE: Statuses;
}

interface TypeAccess {
  /** Every record there is of the kind, by those who see it. */
  seenBy: Partial<Record<Group, Records>>;
  /** Making one, by what it is made about. */
  POST: Record<string, Statuses>;
  /** Changing and removing, by the record's name in `seenBy`. */
  writes: Record<string, Written> | 'nobody';
  /** What the owner of the first record above is answered who empties a relationship. */
  emptied: Record<string, number>;
}

export const groups = {
  everyone: ['nora', 'tomas', 'ines', 'henrik', 'mei'],
  retail: ['nora', 'ines', 'henrik', 'mei'],
  transit: ['tomas', 'henrik', 'mei'],
  administrators: ['mei'],
  managers: ['henrik'],
  nora: ['nora'],
  tomas: ['tomas'],
  ines: ['ines'],
} as const satisfies Record<string, readonly Person[]>;
type Group = keyof typeof groups;

const notMade: Statuses = '401 403 403 403 403 403';
const readOnly = { POST: { 'of any kind': notMade }, writes: 'nobody', emptied: {} } as const;
const nobodys: Written = { PATCH: '401 403 403 403 403 403', DELETE: '401 403 403 403 403 403' };
const ofRetail: Written = { PATCH: '401 403 404 403 403 403', DELETE: '401 403 404 403 403 403' };
const noras: Written = { PATCH: '401 200 404 404 404 404', DELETE: '401 204 404 404 404 404' };

const fileOf = (id: string | null) => ({ id });

/** Who may do what with each kind of record. */
export const contentAccess: Record<ResourceTypeName, TypeAccess> = {
  'salestool--channel': {
    ...readOnly,
    seenBy: {
      retail: ({ channels }) => ({ retail: channels.retail }),
      transit: ({ channels }) => ({ transit: channels.transit }),
      administrators: ({ channels }) => ({ sandbox: channels.sandbox }),
    },
  },
  'salestool--document_bundle': {
    ...readOnly,
    seenBy: {
      retail: ({ bundles }) => ({ counter: bundles.counter, prices: bundles.prices }),
      transit: ({ bundles }) => ({ gate: bundles.gate }),
    },
  },
  'salestool--content_bundle': {
    ...readOnly,
    seenBy: { retail: ({ bundles }) => ({ welcome: bundles.welcome }) },
  },
  'salestool--miniapp_bundle': {
    ...readOnly,
    seenBy: { retail: ({ bundles }) => ({ calculator: bundles.calculator }) },
  },
  'media--document': {
    ...readOnly,
    seenBy: {
      retail: ({ documents }) => ({ guide: documents.guide, prices: documents.prices }),
      transit: ({ documents }) => ({ drawing: documents.drawing }),
    },
  },
  'media--image': {
    ...readOnly,
    seenBy: {
      retail: ({ documents, channels: { retail } }) => ({
        photo: documents.photo,
        cover: retail.image,
        tile: retail.tile,
      }),
      transit: ({ channels: { transit } }) => ({ transitCover: transit.image, transitTile: transit.tile }),
      administrators: ({ channels: { sandbox } }) => ({ labCover: sandbox.image, labTile: sandbox.tile }),
    },
  },
  'media--video': { ...readOnly, seenBy: {} },
  'media--remote_video': { ...readOnly, seenBy: { retail: ({ documents }) => ({ film: documents.film }) } },
  'file--file': {
    ...readOnly,
    seenBy: {
      retail: ({ files, documents, channels: { retail } }) => ({
        image: files.image,
        guide: files.guide,
        prices: fileOf(documents.prices.file_id),
        cover: retail.cover,
        tile: fileOf(retail.tile.file_id),
      }),
      transit: ({ files, documents, channels: { transit } }) => ({
        gate: files.transitImage,
        drawing: fileOf(documents.drawing.file_id),
        transitCover: transit.cover,
        transitTile: fileOf(transit.tile.file_id),
      }),
      administrators: ({ channels: { sandbox } }) => ({
        labCover: sandbox.cover,
        labTile: fileOf(sandbox.tile.file_id),
      }),
      nora: ({ files }) => ({ face: files.face }),
    },
  },
  'taxonomy_term--keywords': {
    ...readOnly,
    seenBy: {
      retail: ({ terms }) => ({ contactless: terms.keyword }),
      transit: ({ terms }) => ({ turnstile: terms.transitKeyword }),
    },
  },
  'taxonomy_term--products': {
    ...readOnly,
    seenBy: { retail: ({ terms }) => ({ counter: terms.product }) },
  },
  'node--help_page': {
    ...readOnly,
    seenBy: {
      everyone: ({ help }) => ({ building: help }),
      managers: (_, { forManagers }) => ({ forManagers }),
    },
  },
  'salestool--pack': {
    seenBy: {
      nora: ({ packs }) => ({ noras: packs.nora }),
      tomas: ({ packs }) => ({ tomass: packs.tomas }),
      everyone: ({ packs }) => ({ global: packs.global }),
      retail: ({ packs }) => ({ retail: packs.retail }),
      transit: ({ packs }) => ({ transit: packs.transit }),
    },
    POST: {
      'in the first channel': '401 201 404 201 201 201',
      'in the other channel': '401 404 201 404 201 201',
    },
    writes: {
      noras,
      tomass: { PATCH: '401 404 200 404 404 404', DELETE: '401 404 204 404 404 404' },
      global: nobodys,
      retail: ofRetail,
      transit: { PATCH: '401 404 403 404 403 403', DELETE: '401 404 403 404 403 403' },
    },
    emptied: { channel: 403, bundles: 204, medias: 204, uid: 403 },
  },
  'salestool--message': {
    seenBy: {
      nora: (_, made) => ({ noras: made.noras }),
      tomas: (_, made) => ({ tomass: made.tomass }),
    },
    POST: {
      'about a pack of one’s own': '401 201 404 404 404 404',
      'about a pack of the first channel': '401 201 404 201 201 201',
      // It names a document of the first channel.
      'about a pack for everyone': '401 201 422 201 201 201',
      'about a pack for everyone, in the other channel': '401 404 422 404 201 201',
      'with the signature of somebody': '401 201 404 404 404 404',
    },
    writes: {
      noras,
      tomass: { PATCH: '401 404 200 404 404 404', DELETE: '401 404 204 404 404 404' },
    },
    emptied: { pack: 403, channel: 403, signature: 204, user: 403 },
  },
  'salestool--signature': {
    seenBy: {
      nora: ({ signatures }) => ({ noras: signatures.nora }),
      tomas: ({ signatures }) => ({ tomass: signatures.tomas }),
      retail: ({ channels }) => ({ retail: channels.retail.signature }),
      transit: ({ channels }) => ({ transit: channels.transit.signature }),
      administrators: ({ channels }) => ({ lab: channels.sandbox.signature }),
    },
    POST: { 'of any kind': '401 201 201 201 201 201' },
    writes: {
      noras,
      tomass: { PATCH: '401 404 200 404 404 404', DELETE: '401 404 204 404 404 404' },
      retail: ofRetail,
      transit: { PATCH: '401 404 403 404 403 403', DELETE: '401 404 403 404 403 403' },
      lab: { PATCH: '401 404 404 404 404 403', DELETE: '401 404 404 404 404 403' },
    },
    // It has no image.
    emptied: { image: 204, picture: 204, uid: 403 },
  },
  'user--user': {
    seenBy: {
      nora: ({ people }) => ({ noras: people.nora }),
      tomas: ({ people }) => ({ tomass: people.tomas }),
      ines: ({ people }) => ({ iness: people.ines }),
      managers: ({ people }) => ({ henriks: people.henrik }),
      administrators: ({ people }) => ({ meis: people.mei }),
    },
    POST: { 'of any kind': notMade },
    writes: {
      noras: { PATCH: '401 200 404 404 404 404', DELETE: '401 403 404 404 404 404' },
      tomass: { PATCH: '401 404 200 404 404 404', DELETE: '401 404 403 404 404 404' },
      iness: { PATCH: '401 404 404 200 404 404', DELETE: '401 404 404 403 404 404' },
      henriks: { PATCH: '401 404 404 404 200 404', DELETE: '401 404 404 404 403 404' },
      meis: { PATCH: '401 404 404 404 404 200', DELETE: '401 404 404 404 404 403' },
    },
    emptied: {},
  },
};

const to = (type: string, { id }: { id: string }) => ({ data: { type, id } });

/** What each kind is made about, by the names of the table. */
export const documents: Partial<Record<ResourceTypeName, (world: World) => Record<string, object>>> = {
  'salestool--pack': ({ channels }) => ({
    'in the first channel': {
      attributes: { title: 'New' },
      relationships: { channel: to('salestool--channel', channels.retail) },
    },
    'in the other channel': {
      attributes: { title: 'New' },
      relationships: { channel: to('salestool--channel', channels.transit) },
    },
  }),
  'salestool--message': ({ channels, packs, signatures }) => ({
    'about a pack of one’s own': about(packs.nora),
    'about a pack of the first channel': about(packs.retail),
    'about a pack for everyone': about(packs.global),
    'about a pack for everyone, in the other channel': {
      ...about(packs.global),
      relationships: {
        ...about(packs.global).relationships,
        channel: to('salestool--channel', channels.transit),
      },
    },
    'with the signature of somebody': {
      ...about(packs.global),
      relationships: {
        ...about(packs.global).relationships,
        signature: to('salestool--signature', signatures.nora),
      },
    },
  }),
};
const about = (pack: { id: string }) => ({
  attributes: { subject: 'New' },
  relationships: { pack: to('salestool--pack', pack) },
});
