import { expect, test } from 'vitest';
import type { HelpPageRecord } from '#storage/records.ts';
import { helpPagesFor, helpPageUrl } from './contextual-help.ts';

const page = (id: string, paths: string): HelpPageRecord => ({
  id,
  type: 'node--help_page',
  title: id,
  paths,
});
const matches = async (expression: string, path: string) => new RegExp(expression).test(path);
const found = async (paths: string, name: string | undefined, path: string) =>
  (await helpPagesFor([page('a', paths)], { names: [name], path }, matches)).length === 1;

test('[HELP-05] a page helps where one of its lines names the route, matches as an expression or as a plain path', async () => {
  const paths = 'route:packs__index\r\n/^\\/content\\/[0-9]+$/\n/apps/*/\nsettings*';
  expect(await found(paths, 'packs__index', '/packs')).toBe(true);
  expect(await found(paths, 'content__bundle', '/content/12')).toBe(true);
  expect(await found(paths, 'content__bundle', '/content/twelve')).toBe(false);
  expect(await found(paths, 'settings', '/settings')).toBe(true);
  expect(await found(paths, 'home', '/')).toBe(false);
});

test('[HELP-06] in a plain path a star stands for any text, and nothing matches an empty line', async () => {
  expect(await found('content/*', undefined, '/content/a/b')).toBe(true);
  expect(await found('content/*', undefined, '/contents')).toBe(false);
  expect(await found('*/view', undefined, '/packs/a/view')).toBe(true);
  expect(await found('packs/*/v*w', undefined, '/packs/a/view')).toBe(true);
  expect(await found('aba*ba', undefined, '/aba')).toBe(false);
  expect(await found('a.b', undefined, '/aXb')).toBe(false);
  expect(await found('\n\n', undefined, '/')).toBe(false);
});

test('a plain path with very many stars is compared as fast as one with few', async () => {
  const start = performance.now();
  expect(await found(`${'a*'.repeat(200)}b`, undefined, `/${'a'.repeat(20_000)}`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(1000);
});

test('[HELP-07, HELP-08] the base loses a slash at its end and gets the alias of the page', () => {
  const help = { ...page('a', ''), path: { alias: '/help/packs', langcode: 'en' } };
  expect(helpPageUrl('https://help.example/', help)).toBe('https://help.example/help/packs');
  expect(helpPageUrl('https://help.example', help)).toBe('https://help.example/help/packs');
});
