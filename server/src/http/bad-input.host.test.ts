import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import {
  collectionPath,
  type ResourceTypeName,
  resourceTypeOf,
} from '@satchel/core/contract/resource-types.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { answerFaults } from '#testing/answer-faults.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { rawSender } from '#testing/send-raw.ts';
import { storedState } from '#testing/stored-state.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let authorization: string;
let nora: Content;
let sender: ReturnType<typeof rawSender>;

beforeAll(async () => {
  host = await startTestHost();
  authorization = await host.authorization('nora');
  nora = contentOf(await host.signIn('nora'));
  sender = rawSender(host.url);
});
afterAll(async () => {
  sender.stop();
  await host.stop();
});

const post = (path: string, body: string | Buffer, type = jsonApiMediaType) => {
  const bytes = Buffer.from(body);
  const headers = { authorization, 'content-type': type, 'content-length': String(bytes.length) };
  return sender.send({ method: 'POST', path, headers, body: bytes });
};
const refusal = ({ status, body }: { status: number; body: string }) => {
  const [error] = JSON.parse(body).errors;
  return [status, error.status, error.detail];
};

describe('text that no database keeps is refused where it stands:', () => {
  const documents: [name: string, text: string][] = [
    ['a NUL character', 'a\0b'],
    ['the first half of a character', 'a\ud83d'],
    ['the second half of a character', '\ude00b'],
  ];
  const fields = resourceTypeNames.flatMap((type) =>
    Object.entries(resourceTypeOf(type).attributes).flatMap(([field, { kind, writable }]) =>
      writable !== 'server' && ['text', 'rich-text', 'json-text', 'color'].includes(kind)
        ? documents.map(([what, text]) => ({ type, field, kind, what, text }))
        : [],
    ),
  );

  const minimal = (type: ResourceTypeName) => {
    const to = (name: string, { id }: { id: string }) => ({ data: { type: name, id } });
    const { channels, packs } = host.world;
    if (type === 'salestool--pack')
      return {
        attributes: { title: 'Mine' },
        relationships: { channel: to('salestool--channel', channels.retail) },
      };
    if (type === 'salestool--message')
      return {
        attributes: { subject: 'Hello' },
        relationships: { pack: to('salestool--pack', packs.nora) },
      };
    return { attributes: { title: 'Nora' }, relationships: {} };
  };

  test('every field that takes text is tried', () => {
    expect(new Set(fields.map(({ type }) => type)).size).toBe(4);
    expect(fields.length).toBeGreaterThan(60);
  });

  test.each(fields)('$what in $type $field', async ({ type, field, kind, text }) => {
    const value = {
      'json-text': JSON.stringify({ version: 2, elements: [], title: text, pack_data: null }),
      'rich-text': { value: `<p>${text}</p>`, format: null },
    }[kind as string];
    const attributes = { [field]: value ?? text };
    const pointer = `/data/attributes/${field}`;
    const before = await storedState(host);
    const path = collectionPath(type);
    const expected = [422, pointer];
    if (resourceTypeOf(type).writes.includes('create')) {
      const base = minimal(type);
      const made = await nora.post(path, {
        type,
        ...base,
        attributes: { ...base.attributes, ...attributes },
      });
      expect([made.status, made.errors[0]?.source?.pointer]).toEqual(expected);
    }
    const { signatures, packs, people } = host.world;
    const own: Partial<Record<ResourceTypeName, string>> = {
      'salestool--pack': packs.nora.id,
      'salestool--signature': signatures.nora.id,
      'user--user': people.nora.id,
    };
    const id = own[type];
    if (id !== undefined) {
      const changed = await nora.patch(`${path}/${id}`, { type, id, attributes });
      expect([changed.status, changed.errors[0]?.source?.pointer]).toEqual(expected);
    }
    expect(await storedState(host)).toEqual(before);
  });

  test.each(documents)('%s in a line of the log holds up no other', async (_, description) => {
    const event = (attributes: object) => ({
      type: 'salestool--log',
      id: newUuid(),
      attributes: { event_type_id: 11, description: 'Café', date: '2026-11-20T09:00:00Z', ...attributes },
    });
    const answer = await post(
      '/salestool/log',
      JSON.stringify({ data: [event({ description }), event({})] }),
    );
    const answered = JSON.parse(answer.body) as { status: string; message?: string }[];
    expect(answered.map(({ status }) => status)).toEqual(['error', 'ok']);
    expect(answered[0]?.message).toContain('A text cannot have');
  });

  test('what only looks like one is kept: the letters of an escape, and whole characters', async () => {
    const title = '\\u0000 \\ud83d \u{1f600}';
    const meta = JSON.stringify({ title });
    const base = minimal('salestool--pack');
    const { record } = await nora.post('salestool/pack', {
      type: 'salestool--pack',
      ...base,
      attributes: { title, meta },
    });
    expect(record.attributes).toMatchObject({ title, meta });
  });
});

describe('an address', () => {
  test.each([
    '/help/%00',
    '/help/a%00b',
    '/salestool/packlog/%00',
    '/salestool/report/pack/%00/media',
    '/salestool/report/channel/%00/users',
    '/salestool/pack/%00/versions',
    '/jsonapi/salestool/pack/%00',
    '/jsonapi/salestool/%00',
    '/sites/default/files/%00/x.pdf',
    '/sites/default/files/key/%00',
    '/%00',
  ])('with a NUL character leads nowhere: %s', async (path) => {
    const answer = await sender.send({ method: 'GET', path, headers: { authorization }, body: null });
    expect(refusal(answer)).toEqual([404, '404', 'There is nothing at this address.']);
  });

  test.each(['/jsonapi/%', '/jsonapi/salestool/%ff', '/p%zz', '/%'])(
    'that is not encoded as addresses are is refused in the form of every refusal: %s',
    async (path) => {
      const answer = await sender.send({ method: 'GET', path, headers: {}, body: null });
      expect(refusal(answer)).toEqual([400, '400', 'The address is not percent-encoded as addresses are.']);
    },
  );

  test.each(['sort[a][path]=title&sort[a][direction][b]=1', 'sort[a][path][b]=title'])(
    'with a sort that is nested deeper than sorts are is refused: %s',
    async (query) => {
      const path = `/jsonapi/salestool/pack?${query}`;
      const answer = await sender.send({ method: 'GET', path, headers: { authorization }, body: null });
      expect(refusal(answer)).toEqual([400, '400', expect.stringMatching(/sort/)]);
    },
  );

  test('with a part that is too long is refused', async () => {
    const path = `/jsonapi/salestool/pack/${'x'.repeat(5000)}`;
    const answer = await sender.send({ method: 'GET', path, headers: { authorization }, body: null });
    expect(answerFaults({ method: 'GET', path, headers: {}, body: null }, answer)).toEqual([]);
    expect([404, 414]).toContain(answer.status);
  });
});

describe('a body', () => {
  const pack = (title: string) => `{"data":{"type":"salestool--pack","attributes":{"title":${title}}}}`;

  test.each([
    ['of 1,000 nested brackets', '['.repeat(1000), 400, 'The JSON is nested deeper than 64 levels.'],
    [
      'nested 1,000 deep in a field',
      pack(`${'['.repeat(1000)}${']'.repeat(1000)}`),
      400,
      'The JSON is nested deeper',
    ],
    ['that ends in the middle', pack('"a').slice(0, 40), 400, 'Syntax error'],
    ['with a number that is none', pack('01'), 400, 'Syntax error'],
    ['that is empty', '', 400, 'Empty request body.'],
  ])('%s is refused', async (_, body, status, detail) => {
    const before = await storedState(host);
    const answer = await post('/jsonapi/salestool/pack', body);
    expect(refusal(answer)).toEqual([status, String(status), expect.stringContaining(detail)]);
    expect(await storedState(host)).toEqual(before);
  });

  test('that is not UTF-8 is refused, for nobody could tell what was meant', async () => {
    for (const bytes of [
      Buffer.from(pack('"Caf\xe9"'), 'latin1'),
      Buffer.from(pack('"\xed\xa0\x80"'), 'latin1'),
    ]) {
      const expected = [400, '400', 'The request body is not UTF-8.'];
      expect(refusal(await post('/jsonapi/salestool/pack', bytes))).toEqual(expected);
      expect(refusal(await post('/salestool/log', bytes))).toEqual(expected);
      const rpc = await post('/jsonrpc', bytes, 'application/json');
      expect([rpc.status, JSON.parse(rpc.body).error.data]).toEqual([400, expected[2]]);
    }
    const right = await post('/jsonapi/salestool/pack', Buffer.from(pack('"Café"')));
    expect(refusal(right)[2]).not.toContain('UTF-8');
  });

  test('with a text of 10 MB is refused where it stands, and one over the limit before it is read', async () => {
    const before = await storedState(host);
    const text = 'x'.repeat(10_000_001);
    for (const field of ['title', 'notes', 'pack_data']) {
      const data = { type: 'salestool--pack', attributes: { title: 'Mine', [field]: text } };
      const answer = await post('/jsonapi/salestool/pack', JSON.stringify({ data }));
      expect([answer.status, JSON.parse(answer.body).errors[0].source.pointer]).toEqual([
        422,
        `/data/attributes/${field}`,
      ]);
      expect(answer.body.length).toBeLessThan(2000);
    }
    const tooLong = pack(`"${'x'.repeat(host.config.limits.bodyBytes)}"`);
    expect((await post('/jsonapi/salestool/pack', tooLong)).status).toBe(413);
    expect(await storedState(host)).toEqual(before);
  });

  test.each(['{"toString":1}', '[]', '1', 'null', 'true'])('with %s for an id is refused', async (id) => {
    const path = `/jsonapi/salestool/pack/${host.world.packs.nora.id}`;
    const body = Buffer.from(`{"data":{"type":"salestool--pack","id":${id},"attributes":{}}}`);
    const headers = {
      authorization,
      'content-type': jsonApiMediaType,
      'content-length': String(body.length),
    };
    const answer = await sender.send({ method: 'PATCH', path, headers, body });
    expect(refusal(answer)).toEqual([400, '400', expect.stringContaining('does not match the ID')]);
  });

  test('cannot reach the prototype of objects, nor set what it is not asked for', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'owner_id']) {
      const body = `{"data":{"type":"salestool--pack","${name}":{"owner_id":"x"},"attributes":{"title":"x","${name}":{"roles":["administrator"]}},"relationships":{"${name}":{"data":null}}}}`;
      const answer = await post('/jsonapi/salestool/pack', body);
      if (name === '__proto__') expect([201, 422]).toContain(answer.status);
      else
        expect([answer.status, JSON.parse(answer.body).errors[0].source.pointer]).toEqual([
          422,
          `/data/attributes/${name}`,
        ]);
    }
    expect(({} as { roles?: unknown }).roles).toBeUndefined();
  });
});

describe('what is no request', () => {
  const notHttp: [name: string, bytes: string, status: number][] = [
    ['other words', 'EHLO host\r\n\r\n', 400],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n', 400],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', 400],
    [
      'two lengths',
      'POST /jsonrpc HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a length and chunks',
      'POST /jsonrpc HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a length below nothing', 'POST /jsonrpc HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n', 400],
    [
      'a broken chunk',
      'POST /jsonrpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['another version', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', 400],
  ];

  test.each(notHttp)('is refused in words: %s', async (_, bytes, status) => {
    const answer = await sender.bytes(Buffer.from(bytes, 'latin1'));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain(`content-type: ${jsonApiMediaType}`);
    expect(refusal({ status, body })).toEqual([status, String(status), expect.stringMatching(/\.$/)]);
    expect(body).not.toMatch(/HPE_|Parse Error|at /);
    expect((await host.fetch('/healthz')).status).toBe(200);
  });
});
