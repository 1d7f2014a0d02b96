import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definitions } from '#testing/model/host-definitions.ts';
import { derivativeAddress } from './derivative-address.ts';
import { isKnownToHost, readRecord, writeRecord } from './documents.ts';
import { readModelDefinitions } from './model-definitions.ts';
import { type Query, queryString } from './query.ts';
import { readMe } from './sign-in-calls.ts';

const decoded = (text: string) => decodeURIComponent(text).split('&').sort();

describe('reading', () => {
  test('[MODEL-34] instants become milliseconds, date_sent seconds', () => {
    const record = readRecord(
      {
        type: 'salestool--message',
        id: 'm',
        attributes: { changed: '2026-05-06T10:00:00+00:00', date_sent: '2026-05-06T12:00:00+02:00' },
      },
      5,
    );
    expect(record).toMatchObject({ changed: 1778061600000, date_sent: 1778061600, pulled: 5 });
  });

  test('[MODEL-27, MODEL-28] a pack’s included list lies beside what this device knows of it', () => {
    const attributes = { title: 'A', meta: '{"included":[1,2]}' };
    expect(readRecord({ type: 'salestool--pack', id: 'p', attributes }, 1)).toMatchObject({
      _meta: { included: [1, 2] },
    });
  });

  test('fields stand in the order that devices have them in, whatever order they come in', () => {
    const time = '2026-05-06T10:00:00+00:00';
    const record = readRecord(
      {
        ...{ type: 'salestool--document_bundle', id: 'b' },
        relationships: { medias: { data: [] }, image: { data: null } },
        attributes: { title: 'A', changed: time, langcode: 'en', created: time, status: true },
      },
      5,
    );
    const fields = [
      'id',
      'type',
      'pulled',
      'langcode',
      'status',
      'created',
      'changed',
      'title',
      'image',
      'medias',
    ];
    expect(Object.keys(record ?? {})).toEqual(fields);
  });

  test('targets that are gone or stand for none are left out', () => {
    const data = [
      { type: 'media--image', id: 'a' },
      { type: '?', id: 'missing' },
      { type: 'media--image', id: 'missing' },
      { type: 'taxonomy_term--tags', id: 'virtual' },
    ];
    const record = readRecord(
      {
        type: 'salestool--channel',
        id: 'c',
        relationships: { medias: { data }, image: { data: { type: 'media--image', id: 'missing' } } },
      },
      1,
    );
    expect(record).toMatchObject({ medias: [{ type: 'media--image', id: 'a' }], image: null });
  });

  test('[MODEL-21] content keeps the common fields that its host tells, and none of them is sent', () => {
    const common = {
      ...{ drupal_internal__nid: 7, drupal_internal__vid: 9, remote_id: 'crm-12', promote: false },
      ...{ sticky: true, langcode: 'en', status: true, source: 'import' },
    };
    const times = { created: '2026-05-06T10:00:00+00:00', changed: '2026-05-06T10:00:00+00:00' };
    const record = readRecord(
      {
        ...{ type: 'salestool--pack', id: 'p', attributes: { title: 'A', ...common, ...times } },
        relationships: { uid: { data: { type: 'user--user', id: 'nora' } } },
      },
      5,
    );
    const at = Date.UTC(2026, 4, 6, 10);
    const uid = { type: 'user--user', id: 'nora' };
    expect(record).toMatchObject({ ...common, created: at, changed: at, pulled: 5, uid });
    expect(isKnownToHost(record ?? {})).toBe(true);
    const sent = writeRecord({ ...record!, pushed: 6, _meta: { push: true } }, 'create', null);
    const kept = ['pulled', 'pushed', '_meta', ...Object.keys(common)];
    expect(Object.keys(sent.attributes ?? {}).filter((name) => kept.includes(name))).toEqual([]);
  });

  test('a common field that is no plain value is left out', () => {
    const attributes = { status: { value: true }, langcode: ['en'], sticky: null };
    const record = readRecord({ type: 'salestool--pack', id: 'p', attributes }, 5);
    expect(record).toEqual({ type: 'salestool--pack', id: 'p', pulled: 5, sticky: null });
  });

  test('fields and kinds the contract does not name are left out', () => {
    const attributes = { title: 'A', revision_log: 'x', _meta: { push: true }, ownerId: 'mine' };
    expect(readRecord({ type: 'salestool--pack', id: 'p', attributes }, 1)).toEqual({
      type: 'salestool--pack',
      id: 'p',
      pulled: 1,
      title: 'A',
    });
    expect(readRecord({ type: 'node--article', id: 'a', attributes }, 1)).toBeNull();
  });

  test('anything at all can come from a host', () => {
    const resource = fc.record({
      type: fc.oneof(fc.constantFrom(...resourceTypeNames), fc.string()),
      id: fc.oneof(fc.uuid(), fc.anything()),
      attributes: fc.anything(),
      relationships: fc.oneof(
        fc.anything(),
        fc.dictionary(fc.constantFrom('medias', 'image', 'uid', 'file'), fc.anything()),
      ),
      links: fc.anything(),
    });
    fc.assert(
      fc.property(fc.oneof(resource, fc.anything()), (value) => {
        const record = readRecord(value, 1);
        expect(record === null || typeof record.id === 'string').toBe(true);
      }),
    );
  });
});

describe('writing', () => {
  const message = {
    id: 'm',
    type: 'salestool--message' as const,
    subject: 'Hello',
    date_sent: 1778061600,
    created: 1,
    changed: 2,
    sent: true,
    link_token: 'token',
    link: 'https://…',
    message: { value: '<p>Hi</p>', format: null, processed: '<p>Hi</p>' },
    pack: { type: 'salestool--pack', id: 'p', meta: { drupal_internal__target_id: 4 } },
    user: { type: 'user--user', id: 'u' },
    ownerId: 'u',
    pulled: 3,
    pushed: 4,
    _meta: { push: true },
  };

  test('[API-56] a create sends the client’s id, fields as attributes and references as relationships', () => {
    expect(writeRecord(message, 'create', readModelDefinitions(definitions))).toEqual({
      type: 'salestool--message',
      id: 'm',
      attributes: {
        subject: 'Hello',
        date_sent: '2026-05-06T10:00:00Z',
        sent: true,
        link_token: 'token',
        message: { value: '<p>Hi</p>', format: null },
      },
      relationships: { pack: { data: { type: 'salestool--pack', id: 'p' } } },
    });
  });

  test('an update leaves out what is given once only', () => {
    const { attributes, relationships } = writeRecord(message, 'update', null);
    expect(attributes).not.toHaveProperty('link_token');
    expect(relationships).not.toHaveProperty('pack');
  });

  test('[API-29] only fields that the host’s model definitions list are sent', () => {
    const definitions = { 'salestool--message': { attributes: ['subject', 'sent'], relationships: [] } };
    expect(writeRecord(message, 'create', definitions)).toEqual({
      type: 'salestool--message',
      id: 'm',
      attributes: { subject: 'Hello', sent: true },
      relationships: {},
    });
  });

  test('[MODEL-28] the push flag is never sent; a pack’s included list is', () => {
    const pack = {
      id: 'p',
      type: 'salestool--pack' as const,
      title: 'A',
      _meta: { push: true, included: ['x'] },
    };
    expect(writeRecord(pack, 'update', null).attributes).toEqual({ title: 'A', meta: '{"included":["x"]}' });
  });

  test('[SYNC-20] any internal id tells that the host knows a record, but the revision’s', () => {
    expect(isKnownToHost({ drupal_internal__nid: 4 })).toBe(true);
    expect(isKnownToHost({ drupal_internal__id: 4 })).toBe(true);
    expect(isKnownToHost({ drupal_internal__vid: 4 })).toBe(false);
    expect(isKnownToHost({ drupal_internal__id: null, id: 'p' })).toBe(false);
  });
});

describe('queries', () => {
  test('[API-24] include, fields, sort and page stand as JSON:API has them', () => {
    const query = queryString(
      {
        include: ['image', 'image.file'],
        fields: { 'salestool--channel': ['title', 'image'] },
        sort: '-title',
      },
      { paged: true, archivable: false },
    );
    expect(decoded(query)).toEqual(
      [
        'fields[salestool--channel]=title,image',
        'include=image,image.file',
        'page[limit]=200',
        'sort=-title',
      ].sort(),
    );
  });

  test('[API-25, API-55] filters by value, by list, by absence and in OR groups', () => {
    const query = queryString(
      {
        where: [
          { path: 'pack_type', is: 'private' },
          { path: 'id', isOneOf: ['a', 'b'] },
          { path: 'paths', isEmpty: false },
        ],
      },
      { paged: false, archivable: true },
    );
    const parts = decoded(query)
      .map((part) => part.replace(/^filter\[\d+\]/, 'filter[n]'))
      .sort();
    expect(parts).toEqual(
      [
        'filter[pack_type]=private',
        'filter[id][condition][path]=id',
        'filter[id][condition][operator]=IN',
        'filter[id][condition][value][0]=a',
        'filter[id][condition][value][1]=b',
        'filter[paths][condition][path]=paths',
        'filter[paths][condition][operator]=IS NOT NULL',
        'filter[live][group][conjunction]=OR',
        'filter[archived][condition][path]=archived',
        'filter[archived][condition][value]=0',
        'filter[archived][condition][memberOf]=live',
        'filter[n][condition][path]=archived',
        'filter[n][condition][operator]=IS NULL',
        'filter[n][condition][memberOf]=live',
      ].sort(),
    );
  });

  test('[SYNC-26] of what can be archived only what is in use is asked for, unless the filter names it', () => {
    const ask = (where: NonNullable<Query['where']>, archivable: boolean) =>
      decoded(queryString({ where }, { paged: false, archivable }));
    const byTitle = [{ path: 'title', is: 'A' }];
    expect(ask(byTitle, false)).toEqual(['filter[title]=A']);
    expect(ask(byTitle, true)).toContain('filter[live][group][conjunction]=OR');
    expect(ask([{ path: 'archived', is: '1' }], true)).toEqual(['filter[archived]=1']);
  });
});

describe('model definitions', () => {
  const data = {
    properties: {
      attributes: { properties: { title: {}, pack_data: {} } },
      relationships: { properties: { medias: {} } },
    },
  };
  const definition = { attributes: ['title', 'pack_data'], relationships: ['medias'] };

  test.each([
    ['Swagger 2', { definitions: { 'salestool--pack': { properties: { data } } } }],
    [
      'a data object beside the properties',
      { definitions: { 'salestool--pack': { definitions: { data } } } },
    ],
    ['OpenAPI 3', { components: { schemas: { 'salestool--pack': { properties: { data } } } } }],
  ])('[API-29] are read from %s', (_name, body) => {
    expect(readModelDefinitions(body)).toEqual({ 'salestool--pack': definition });
  });

  test('anything else describes nothing', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        expect(readModelDefinitions(body)).toEqual({});
      }),
    );
  });
});

describe('the address of a derivative', () => {
  const address = 'https://host/styles/thumbnail/x.jpg?itok=a';
  test.each([
    ['an object', { styles: { thumbnail: address } }],
    ['a list of objects', { styles: [{ large: 'https://host/l.jpg' }, { thumbnail: address }] }],
    ['a link of the file', { links: { self: { href: 'x' }, thumbnail: { href: address } } }],
    ['the relationship’s meta', { meta: { imageDerivatives: { links: { thumbnail: { href: address } } } } }],
  ])('[MODEL-11] is found in %s', (_name, places) => {
    expect(derivativeAddress('thumbnail', places)).toBe(address);
    expect(derivativeAddress('salestool_preview', places)).toBeNull();
  });
});

describe('me', () => {
  const wanted = {
    uuid: '7a2c',
    id: 12,
    name: 'nora',
    mail: 'nora@velden.example',
    roles: ['sales_tool_user'],
    channels: ['c1'],
  };
  const asLists = {
    id: [12],
    uuid: ['7a2c'],
    remote_id: [null],
    name: ['nora'],
    mail: ['nora@velden.example'],
    roles: ['sales_tool_user'],
    channels: ['c1'],
  };

  const answersOfMe: [string, unknown][] = [
    ['a list with lists of one', [{ login_status: [true], user: [asLists] }]],
    ['a plain object', { login_status: true, user: { ...wanted } }],
    ['a list with a plain user', [{ login_status: true, user: { ...wanted } }]],
  ];
  test.each(answersOfMe)(
    '[API-16, API-17, MODEL-19] is read from %s; roles and channels stay lists',
    (_name, body) => {
      expect(readMe(body)).toEqual(wanted);
    },
  );

  test('[MODEL-19] the number elsewhere and the language of a user are kept where the host tells them', () => {
    const told = { ...asLists, remote_id: ['crm-12'], preferred_langcode: ['sv'] };
    const known = { ...wanted, remote_id: 'crm-12', preferred_langcode: 'sv' };
    expect(readMe([{ login_status: [true], user: [told] }])).toEqual(known);
  });

  test('names nobody where nobody is named', () => {
    for (const body of [null, [], {}, [{ login_status: [false], user: [] }]]) expect(readMe(body)).toBeNull();
  });
});

test.each(['attributes', 'relationships'])(
  '[F34] a resource whose %s are text or null is no record',
  (part) => {
    const resource = { type: 'salestool--channel', id: '0a000000-0000-4000-8000-000000000001' };
    for (const value of ['x', null]) expect(readRecord({ ...resource, [part]: value }, 0)).toBeNull();
    expect(readRecord(resource, 0)).not.toBeNull();
  },
);
