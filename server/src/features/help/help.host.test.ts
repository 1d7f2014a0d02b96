import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
  const page = { ...host.world.help, id: crypto.randomUUID(), internal_id: 1, alias: '/help/managers' };
  const hidden = { ...page, title: 'For managers', roles: 'sales_tool_manager' };
  await host.database.db.insertInto('help_page').values(hidden).execute();
});
afterAll(() => host.stop());

test('[HELP-08] the help address followed by a page’s alias leads to the page, for people', async () => {
  const { help } = await (await host.fetch('/config.json')).json();
  const { pathname } = new URL(`${help.url.replace(/\/$/, '')}${host.world.help.alias}`);
  const answer = await host.fetch(pathname);
  const html = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(html).toContain('<h1>Building a pack</h1>');
  expect(html).toContain('A pack is a page for one purpose.');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the list of help pages leads to each, and only names those that are for everybody', async () => {
  const html = await (await host.fetch('/help')).text();
  const [, first = ''] = /<li><a href="([^"]*)"/.exec(html) ?? [];
  expect((await host.fetch(first)).status).toBe(200);
  expect(html).toContain('Building a pack');
  expect(html).not.toContain('For managers');
});

test('a page for some roles opens by the address that these are given, and by no other', async () => {
  const titled = { 'filter[title]': 'For managers' };
  const ofManager = await contentOf(await host.signIn('henrik')).get('node/help_page', titled);
  const ofRep = await contentOf(await host.signIn('nora')).get('node/help_page', titled);
  expect([ofManager.count, ofRep.count]).toEqual([1, 0]);
  const { alias } = ofManager.record.attributes.path as { alias: string };
  expect(alias).toMatch(/^\/help\/managers\?key=[\w-]{43}$/);
  expect((await host.fetch(alias)).status).toBe(200);
  const others = ['/help/managers', '/help/managers?key=', `${alias.slice(0, -2)}AA`, `${alias}&key=x`];
  for (const other of others) expect([other, (await host.fetch(other)).status]).toEqual([other, 404]);
});

test('a page that is not there says so kindly, and what a page brings along does nothing', async () => {
  const missing = await host.fetch('/help/nothing');
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('There is no such help page');
  await host.database.db
    .updateTable('help_page')
    .set({
      title: '<script>1</script>',
      body: '<h1>Inside</h1><img src=x onerror=alert(1)><script>2</script>',
    })
    .where('id', '=', host.world.help.id)
    .execute();
  const html = await (await host.fetch('/help/building-a-pack')).text();
  expect(html).toContain('<h2>Inside</h2>');
  expect(html).not.toMatch(/<script|onerror/);
});
