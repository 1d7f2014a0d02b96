import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Fetch;

beforeAll(async () => {
  host = await startTestHost();
  nora = await host.signIn('nora');
});
afterAll(() => host.stop());

test('[API-22, API-23] a collection is listed and one record is read, the double dash being a slash', async () => {
  const { retail } = host.world.channels;
  const list = await (await nora('/jsonapi/salestool/channel')).json();
  const one = await (await nora(`/jsonapi/salestool/channel/${retail.id}`)).json();
  expect(list.data).toEqual([one.data]);
  expect(one.data).toMatchObject({
    type: 'salestool--channel',
    id: retail.id,
    attributes: { title: retail.title },
  });
});
