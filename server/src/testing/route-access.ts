import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { newUuid } from '#database/ids.ts';
import type { Statuses } from './askers.ts';
import type { TestHost } from './test-host.ts';
import { password } from './world.ts';

/** What is there to be asked for besides the small world. */
export interface Asked {
  world: TestHost['world'];
  clientId: string;
  /** A link that Nora made, and what stands on its page. */
  link: { id: string; token: string; picture: string };
  hookSecret: string;
}

export interface RouteAccess {
  path: string;
  /** What is asked for, when the address alone does not say it. */
  what?: string;
  statuses: Statuses;
  body?: { type: string; text: string };
  /** Instead of the one of who asks. */
  authorization?: string;
}

const open: Statuses = '200 200 200 200 200 200';
const signedIn: Statuses = '401 200 200 200 200 200';
const notTaken: Statuses = '401 405 405 405 405 405';
const nowhere: Statuses = '404 404 404 404 404 404';
const oneself: Statuses = '401 200 404 404 404 404';
const retailManagers: Statuses = '401 404 404 404 200 200';

const form = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  text: new URLSearchParams(fields).toString(),
});
const json = (value: unknown, type = 'application/json') => ({ type, text: JSON.stringify(value) });
const one = (path: string, statuses: Statuses): RouteAccess[] => [{ path, statuses }];

const filesBelow = (base: string, { world: { files } }: Asked): RouteAccess[] => {
  const address = `${base}/${files.guide.key}/${files.guide.filename}`;
  return [
    // Who holds the address may read: it cannot be guessed.
    { path: address, statuses: open },
    { path: address.replace('.pdf', '.txt'), statuses: nowhere },
    { path: address.replace(files.guide.key, '0'.repeat(files.guide.key.length)), statuses: nowhere },
  ];
};

/**
 * Who is answered what by every route beside the collections of content, which have a table of their own
 * (content-access.ts). HEAD is answered as GET is.
 */
export const routeAccess: Record<string, (asked: Asked) => RouteAccess[]> = {
  'POST /oauth/token': ({ clientId: client_id }) => {
    const asked = { grant_type: 'password', client_id, username: 'nora' };
    return [
      { path: '/oauth/token', what: 'right', statuses: open, body: form({ ...asked, password }) },
      {
        path: '/oauth/token',
        what: 'of no client',
        statuses: '401 401 401 401 401 401',
        body: form({ ...asked, client_id: 'x', password }),
      },
    ];
  },
  'POST /oauth/revoke': ({ clientId }) => [
    { path: '/oauth/revoke', statuses: open, body: form({ client_id: clientId, token: 'x' }) },
  ],
  'GET /oauth/api/me': () => one('/oauth/api/me', signedIn),
  'GET /oauth/api/current_user': () => one('/oauth/api/current_user', signedIn),
  'GET /oauth/debug': () => one('/oauth/debug', signedIn),
  'POST /jsonrpc': () => {
    const params = { mail: 'nora@velden.example', otp: '123456' };
    const call = { jsonrpc: '2.0', id: 1, method: 'salestool_otp.validate_otp', params };
    return [{ path: '/jsonrpc', statuses: open, body: json(call) }];
  },
  'GET /sites/default/files/:key/*': (asked) => filesBelow('/sites/default/files', asked),
  'GET /app/pwa/sitefiles/:key/*': (asked) => filesBelow('/app/pwa/sitefiles', asked),
  'OPTIONS /sites/default/files/:key/*': () =>
    one('/sites/default/files/key/any.pdf', '204 204 204 204 204 204'),
  'OPTIONS /app/pwa/sitefiles/:key/*': () => one('/app/pwa/sitefiles/key/any.pdf', '204 204 204 204 204 204'),
  'GET /p/:token': ({ link }) => [
    { path: `/p/${link.token}`, statuses: open },
    { path: `/p/${'A'.repeat(link.token.length)}`, statuses: nowhere },
    { path: `/p/${link.id}`, statuses: nowhere },
  ],
  'GET /p/:token/files/:mediaId': ({ link, world: { documents } }) => [
    { path: `/p/${link.token}/files/${documents.guide.id}`, statuses: open },
    // Not in this pack, and of a channel that its sender does not see.
    { path: `/p/${link.token}/files/${documents.prices.id}`, statuses: nowhere },
    { path: `/p/${link.token}/files/${documents.drawing.id}`, statuses: nowhere },
  ],
  'GET /p/:token/files/:mediaId/preview': ({ link, world: { documents } }) => [
    { path: `/p/${link.token}/files/${documents.guide.id}/preview`, statuses: open },
    { path: `/p/${link.token}/files/${documents.prices.id}/preview`, statuses: nowhere },
  ],
  'GET /p/:token/pictures/:fileId/:signature': ({ link, world: { files } }) => {
    const [, , , , fileId = '', signature = ''] = link.picture.split('/');
    return [
      { path: link.picture, statuses: open },
      { path: link.picture.replace(fileId, files.guide.id), statuses: nowhere },
      { path: link.picture.replace(signature, 'x'.repeat(signature.length)), statuses: nowhere },
    ];
  },
  'POST /p/:token/unlock': ({ link }) => [
    { path: `/p/${link.token}/unlock`, statuses: '303 303 303 303 303 303', body: form({ password: 'x' }) },
    { path: `/p/${link.id}/unlock`, statuses: nowhere, body: form({ password: 'x' }) },
  ],
  'POST /p/:token/views': ({ link }) => {
    const body = json({ session: 'made up', totals: { visible_ms: 1000 } });
    return [
      { path: `/p/${link.token}/views`, statuses: '204 204 204 204 204 204', body },
      { path: `/p/${link.id}/views`, statuses: nowhere, body },
    ];
  },
  'GET /prospect-page/:version/:name': () => [
    { path: '/prospect-page/:version/page.js', statuses: open },
    { path: '/prospect-page/:version/page-scripts.ts', statuses: nowhere },
  ],
  'GET /prospect-page/:version/pdfjs/*': () => [
    { path: '/prospect-page/:version/pdfjs/pdf.min.mjs', statuses: open },
    { path: '/prospect-page/:version/pdfjs/package.json', statuses: nowhere },
    { path: '/prospect-page/:version/pdfjs/cmaps/..%2f..%2fpackage.json', statuses: nowhere },
  ],
  'POST /mail/bounces': ({ hookSecret }) => {
    const body = { type: 'message/rfc822', text: 'Subject: x\r\n\r\nx' };
    return [
      { path: '/mail/bounces', statuses: '401 401 401 401 401 401', body },
      {
        ...{ path: '/mail/bounces', what: 'with the secret', statuses: open, body },
        authorization: `Bearer ${hookSecret}`,
      },
    ];
  },
  'GET /jsonapi': () => one('/jsonapi', signedIn),
  'OPTIONS /jsonapi': () => one('/jsonapi', signedIn),
  'OPTIONS /openapi/jsonapi': () => one('/openapi/jsonapi', signedIn),
  'GET /openapi/jsonapi': () => one('/openapi/jsonapi?_format=json', signedIn),
  ...Object.fromEntries(
    ['/jsonapi', '/openapi/jsonapi'].flatMap((path) =>
      ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} ${path}`, () => one(path, notTaken)]),
    ),
  ),
  'POST /salestool/signature/:id/picture': ({ world: { signatures, channels } }) => {
    const body = { type: 'application/octet-stream', text: 'no picture at all' };
    return [
      // Nora may, so what she sends is looked at.
      {
        path: `/salestool/signature/${signatures.nora.id}/picture`,
        statuses: '401 422 404 404 404 404',
        body,
      },
      {
        path: `/salestool/signature/${channels.retail.signature.id}/picture`,
        statuses: '401 403 404 403 403 403',
        body,
      },
    ];
  },
  'GET /salestool/pack/:id/versions': ({ world: { packs } }) => [
    { path: `/salestool/pack/${packs.nora.id}/versions`, statuses: oneself },
    { path: `/salestool/pack/${packs.retail.id}/versions`, statuses: '401 404 404 404 404 404' },
    { path: `/salestool/pack/${newUuid()}/versions`, statuses: '401 404 404 404 404 404' },
  ],
  'GET /salestool/pack/:id/versions/:version': ({ world: { packs } }) => [
    { path: `/salestool/pack/${packs.nora.id}/versions/1`, statuses: '401 404 404 404 404 404' },
    { path: `/salestool/pack/${newUuid()}/versions/1`, statuses: '401 404 404 404 404 404' },
  ],
  'POST /salestool/log': ({ world }) => {
    const attributes = { event_type_id: 11, date: 1_763_000_000, pack_id: world.packs.nora.id };
    const data = { type: 'salestool--log', id: newUuid(), attributes };
    return [{ path: '/salestool/log', statuses: signedIn, body: json({ data }, jsonApiMediaType) }];
  },
  'GET /salestool/packlog/:packUuid': ({ world: { packs } }) => [
    { path: `/salestool/packlog/${packs.nora.id}`, statuses: signedIn },
    { path: `/salestool/packlog/${newUuid()}`, statuses: signedIn },
  ],
  'GET /salestool/report/pack/:id/recipients': ({ world: { packs } }) =>
    one(`/salestool/report/pack/${packs.nora.id}/recipients`, oneself),
  'GET /salestool/report/pack/:id/media': ({ world: { packs } }) =>
    one(`/salestool/report/pack/${packs.nora.id}/media`, oneself),
  'GET /salestool/report/pack/:id/visits': ({ world: { packs } }) =>
    one(`/salestool/report/pack/${packs.nora.id}/visits`, oneself),
  'GET /salestool/report/message/:id/visits': ({ link }) =>
    one(`/salestool/report/message/${link.id}/visits`, oneself),
  'GET /salestool/report/message/:id/media': ({ link }) =>
    one(`/salestool/report/message/${link.id}/media`, oneself),
  'GET /salestool/report/my/packs': () => one('/salestool/report/my/packs', signedIn),
  'GET /salestool/report/channel/:id/users': ({ world: { channels } }) => [
    { path: `/salestool/report/channel/${channels.retail.id}/users`, statuses: retailManagers },
    { path: `/salestool/report/channel/${channels.sandbox.id}/users`, statuses: '401 404 404 404 404 200' },
  ],
  'GET /salestool/report/channel/:id/resources': ({ world: { channels } }) =>
    one(`/salestool/report/channel/${channels.retail.id}/resources`, retailManagers),
  'GET /help': () => one('/help', open),
  'GET /help/*': ({ world: { help } }) => [
    { path: help.alias, statuses: open },
    { path: '/help/nothing', statuses: nowhere },
  ],
  'GET /config.json': () => one('/config.json', open),
  'GET /healthz': () => one('/healthz', open),
  'GET /readyz': () => one('/readyz', open),
  'GET /*': () => [
    { path: '/index.html', statuses: open },
    { path: '/satchel.db', statuses: nowhere },
    { path: '/.vite/manifest.json', statuses: nowhere },
    { path: '/%2e%2e/secret.txt', statuses: nowhere },
  ],
};
