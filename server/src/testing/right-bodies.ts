import { eventTypes } from '@satchel/core/contract/events.ts';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { collectionPath, type ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { newUuid } from '#database/ids.ts';
import { mediaSection, snapshot, textSection } from './prospect.ts';
import type { TestHost } from './test-host.ts';
import { password } from './world.ts';

/** A body that is taken, and where. */
export interface RightBody {
  method: string;
  /** As the route has it. */
  url: string;
  path: string;
  type: string;
  /** JSON, or the fields of a form, or bytes. */
  document: unknown;
  of?: ResourceTypeName;
  relationship?: string;
  headers?: Record<string, string>;
}

/** What was sent already: a link that is open, what its page reports with, and a link that has the password 'sesame'. */
interface Sent {
  messageId: string;
  openToken: string;
  session: string;
  lockedToken: string;
}

const to = (type: string, { id }: { id: string }) => ({ data: { type, id } });

/** What a client of ours sends to each address that takes a body, whole and right, to be bent from there. */
export function rightBodies(
  { world, config }: TestHost,
  { messageId, openToken, session, lockedToken }: Sent,
): RightBody[] {
  const { packs, channels, bundles, documents, signatures, people } = world;
  const guide = mediaSection({ ...documents.guide, type: 'media--document' });
  const elements = [guide, textSection('Why', '<p>Because</p>')];
  const pack = {
    type: 'salestool--pack' as const,
    attributes: {
      title: 'Café',
      notes: 'Monday',
      color: '#0b703f',
      pack_data: JSON.stringify({ version: 2, elements }),
      meta: '{"a":1}',
      archived: false,
    },
    relationships: {
      channel: to('salestool--channel', channels.retail),
      medias: { data: [{ type: 'media--document', id: documents.guide.id, meta: { arity: 0 } }] },
      bundles: { data: [{ type: 'salestool--document_bundle', id: bundles.counter.id }] },
    },
  };
  const message = {
    type: 'salestool--message' as const,
    attributes: {
      subject: 'A quote',
      email: 'daniel@brightwater.example',
      first_name: 'Daniel',
      company: 'Brightwater',
      message: { value: '<p>Dear {{recipient_name}}</p>', format: 'basic_html' },
      memo: 'Later',
      sent: false,
      date_sent: '2026-05-04T08:15:00+00:00',
      pack_snapshot: snapshot(elements),
      link_expires: null,
      link_max_views: 5,
      link_password: 'sesame',
      link_download: true,
      delivery: 'none',
    },
    relationships: {
      pack: to('salestool--pack', packs.nora),
      signature: to('salestool--signature', signatures.nora),
    },
  };
  const signature = {
    type: 'salestool--signature' as const,
    attributes: {
      title: 'Nora',
      job_title: 'Rep',
      email: 'nora@velden.example',
      telephone: '1',
      shared: true,
    },
    relationships: {},
  };
  const user = {
    type: 'user--user' as const,
    id: people.nora.id,
    attributes: {
      mail: 'nora@velden.example',
      preferred_langcode: 'sv',
      notify_opens: true,
      pass: { existing: password },
    },
  };
  const withId = [
    { ...pack, id: packs.nora.id },
    { ...message, id: messageId },
    { ...signature, id: signatures.nora.id },
    user,
  ];
  const made = [
    pack,
    { ...pack, id: newUuid() },
    { ...message, attributes: { ...message.attributes, link_token: makeLinkToken() } },
    message,
    signature,
  ];
  const guides = [{ type: 'media--document', id: documents.guide.id, meta: { arity: 1, alt: 'x' } }];
  const linkages = [
    { of: pack.type, record: packs.nora, relationship: 'medias', data: guides },
    { of: pack.type, record: packs.nora, relationship: 'bundles', data: pack.relationships.bundles.data },
    { of: pack.type, record: packs.nora, relationship: 'channel', data: pack.relationships.channel.data },
    {
      of: message.type,
      record: { id: messageId },
      relationship: 'signature',
      data: message.relationships.signature.data,
    },
    { of: signature.type, record: signatures.nora, relationship: 'picture', data: null },
  ];
  const event = {
    type: 'salestool--log',
    id: newUuid(),
    attributes: {
      event_type_id: eventTypes.PACK_VIEWED,
      description: 'Café',
      date: '2026-11-20T09:00:00Z',
      channel_id: channels.retail.id,
      pack_id: packs.nora.id,
      media_id: null,
      message_id: null,
    },
  };
  const call = (method: string, params: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: `salestool_otp.${method}`,
    params,
  });
  const mail = 'nora@velden.example';
  // One batch: an answer takes its time whatever is asked.
  const calls = [
    call('generate_otp', { mail }),
    call('validate_otp', { mail, otp: '000000' }),
    call('apply_otp', { mail, otp: 0, password: 'sesame sesame' }),
  ];
  const { id: client_id } = config.client;
  const forms = [
    { grant_type: 'password', client_id, username: 'nora', password, scope: 'sales_tool_user' },
    { grant_type: 'refresh_token', client_id, refresh_token: 'x'.repeat(43) },
  ];
  const views = {
    session,
    attended: true,
    totals: {
      visible_ms: 5000,
      medias: { [documents.guide.id]: 1 },
      sections: { 0: 3 },
      pages: { [documents.guide.id]: { 1: 5 } },
    },
  };
  const form = 'application/x-www-form-urlencoded';
  const bounce =
    'From: MAILER-DAEMON@example.com\r\nTo: x@y.example\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n';

  const content = '/jsonapi/:entity/:bundle';
  const id = (record: { id: string }) => record.id;
  const posted = (path: string, type: string, documents: readonly unknown[]): RightBody[] =>
    documents.map((document) => ({ method: 'POST', url: path, path, type, document }));
  const byLink = (token: string, action: string, type: string, document: unknown): RightBody => ({
    ...{ method: 'POST', url: `/p/:token/${action}`, path: `/p/${token}/${action}` },
    ...{ type, document },
  });
  return [
    ...made.map((data) => ({
      ...{ method: 'POST', url: content, path: `/jsonapi/${collectionPath(data.type)}` },
      ...{ type: jsonApiMediaType, document: { data }, of: data.type },
    })),
    ...withId.map((data) => ({
      ...{
        method: 'PATCH',
        url: `${content}/:id`,
        path: `/jsonapi/${collectionPath(data.type)}/${id(data)}`,
      },
      ...{ type: jsonApiMediaType, document: { data }, of: data.type },
    })),
    ...linkages.flatMap(({ of, record, relationship, data }) =>
      (Array.isArray(data) ? ['POST', 'PATCH', 'DELETE'] : ['PATCH']).map((method) => ({
        ...{ method, url: `${content}/:id/relationships/:relationship`, of, relationship },
        path: `/jsonapi/${collectionPath(of)}/${record.id}/relationships/${relationship}`,
        ...{ type: jsonApiMediaType, document: { data } },
      })),
    ),
    {
      ...{ method: 'POST', url: `${content}/:id/:relationship`, type: 'application/octet-stream' },
      path: `/jsonapi/salestool/signature/${signatures.nora.id}/picture`,
      ...{ document: Buffer.from('GIF89a'), of: 'salestool--signature', relationship: 'picture' },
      headers: { 'content-disposition': 'file; filename="face.gif"' },
    },
    ...posted('/salestool/log', jsonApiMediaType, [
      { data: event },
      { data: [event, { ...event, id: newUuid() }] },
    ]),
    ...posted('/jsonrpc', 'application/json', [calls]),
    ...posted('/oauth/token', form, forms),
    ...posted('/oauth/revoke', form, [
      { token: 'x'.repeat(43), token_type_hint: 'refresh_token', client_id },
    ]),
    byLink(lockedToken, 'unlock', form, { password: 'sesame' }),
    byLink(openToken, 'views', 'application/json', views),
    ...posted('/mail/bounces', 'message/rfc822', [Buffer.from(bounce)]),
  ];
}
