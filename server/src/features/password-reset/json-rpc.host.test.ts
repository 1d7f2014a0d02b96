import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.stop());

const post = (body: string, type = 'application/json') =>
  host.fetch('/jsonrpc', { method: 'POST', body, headers: { 'content-type': type } });
const send = async (body: unknown) => {
  const answer = await post(JSON.stringify(body));
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
};

const validate = (more: object = {}) => ({
  jsonrpc: '2.0',
  id: 'a',
  method: 'salestool_otp.validate_otp',
  params: { mail: 'x@velden.example', otp: '000000' },
  ...more,
});
const error = (code: number, message: string, id: string | number | null = null) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, data: expect.any(String) },
});

test('what is no JSON is a parse error, and what is no call an invalid request', async () => {
  for (const text of ['', '{', '[1,', `${'['.repeat(70)}${']'.repeat(70)}`]) {
    const answer = await post(text);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual(error(-32_700, 'Parse Error'));
  }
  const noCalls = [
    null,
    7,
    [],
    {},
    validate({ jsonrpc: '1.0' }),
    validate({ id: null }),
    validate({ id: {} }),
    validate({ method: 3 }),
    validate({ params: 'x' }),
    Array(11).fill(validate()),
  ];
  for (const each of noCalls) {
    expect(await send(each)).toEqual({ status: 400, body: error(-32_600, 'Invalid Request') });
  }
});

test('an unknown method and wrong parameters are refused with 400 and say why', async () => {
  for (const method of ['salestool_otp.nothing', 'toString', '__proto__', '']) {
    expect(await send(validate({ method }))).toEqual({
      status: 400,
      body: error(-32_601, 'Method Not Found', 'a'),
    });
  }
  const refused = async (params: unknown) => {
    const { status, body } = await send(validate({ params }));
    expect({ status, body }).toEqual({ status: 400, body: error(-32_602, 'Invalid Params', 'a') });
    return body.error.data;
  };
  expect(await refused({ otp: '1' })).toBe('Missing required parameter: mail');
  expect(await refused(undefined)).toBe('Missing required parameter: mail');
  expect(await refused(['x@velden.example'])).toBe('Missing required parameter: otp');
  expect(await refused({ mail: '', otp: '1' })).toBe('The parameter mail is malformed.');
  expect(await refused({ mail: 'x'.repeat(400), otp: '1' })).toBe('The parameter mail is malformed.');
  expect(await refused({ mail: 'x', otp: ['1'] })).toBe('The parameter otp is malformed.');
});

test('a method that was executed answers 200, also with an error, under the id of the call', async () => {
  for (const id of ['a', 0, 7.5, '']) {
    expect(await send(validate({ id }))).toEqual({ status: 200, body: error(-32_000, 'Invalid code', id) });
  }
  const inOrder = validate({ params: ['x@velden.example', 123] });
  expect((await send(inOrder)).body).toEqual(error(-32_000, 'Invalid code', 'a'));
});

test('a notification is executed and answers 204 without a word', async () => {
  const { id: _, ...notification } = validate({
    method: 'salestool_otp.generate_otp',
    params: { mail: 'heard@velden.example' },
  });
  const codes = () => host.database.db.selectFrom('password_code').selectAll().execute();
  const before = (await codes()).length;
  expect(await send(notification)).toEqual({ status: 204, body: null });
  expect(await codes()).toHaveLength(before + 1);
  expect((await send({ ...notification, method: 'nothing' })).status).toBe(204);
  expect((await send([notification, notification])).status).toBe(204);
});

test('a batch answers a list, with each call’s own answer and none for notifications', async () => {
  const { id: _, ...notification } = validate();
  const batch = [validate({ id: 1 }), notification, 7, validate({ id: 2, method: 'nothing' })];
  expect(await send(batch)).toEqual({
    status: 200,
    body: [
      error(-32_000, 'Invalid code', 1),
      error(-32_600, 'Invalid Request'),
      error(-32_601, 'Method Not Found', 2),
    ],
  });
  expect((await send([7, validate({ method: 'nothing' })])).status).toBe(400);
});

test('other content types, huge bodies and other methods are refused', async () => {
  const form = await post('mail=x', 'application/x-www-form-urlencoded');
  expect([form.status, (await form.json()).error.code]).toEqual([415, -32_600]);
  const huge = await post(JSON.stringify(validate({ params: { mail: 'x'.repeat(70_000) } })));
  expect([huge.status, (await huge.json()).error.code]).toEqual([413, -32_600]);
  expect((await host.fetch(`/jsonrpc?query=${encodeURIComponent(JSON.stringify(validate()))}`)).status).toBe(
    404,
  );
});
