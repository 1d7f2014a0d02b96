import { expect, test } from 'vitest';
import type { HelpPageRecord } from '#storage/records.ts';
import { helpPagesFor, helpPageUrl } from './contextual-help.ts';

const page = (id: string, paths: string): HelpPageRecord => ({
  id,
  type: 'node--help_page',
  title: id,
  paths,
});
const found = (paths: string, name: string | undefined, path: string) =>
  helpPagesFor([page('a', paths)], { name, path }).length === 1;

test('[HELP-05] a page helps where one of its lines names the route, matches as an expression or as a plain path', () => {
  const paths = 'route:packs__index\r\n/^\\/content\\/[0-9]+$/\n/apps/*/\nsettings*';
  expect(found(paths, 'packs__index', '/packs')).toBe(true);
  expect(found(paths, 'content__bundle', '/content/12')).toBe(true);
  expect(found(paths, 'content__bundle', '/content/twelve')).toBe(false);
  expect(found(paths, 'settings', '/settings')).toBe(true);
  expect(found(paths, 'home', '/')).toBe(false);
});

test('[HELP-06] an invalid expression never matches, a star stands for any text, and nothing matches an empty line', () => {
  expect(found('/(/', 'home', '/(')).toBe(false);
  expect(found('content/*', undefined, '/content/a/b')).toBe(true);
  expect(found('content/*', undefined, '/contents')).toBe(false);
  expect(found('a.b', undefined, '/aXb')).toBe(false);
  expect(found('\n\n', undefined, '/')).toBe(false);
});

test('[HELP-07, HELP-08] the base loses a slash at its end and gets the alias of the page', () => {
  const help = { ...page('a', ''), path: { alias: '/help/packs', langcode: 'en' } };
  expect(helpPageUrl('https://help.example/', help)).toBe('https://help.example/help/packs');
  expect(helpPageUrl('https://help.example', help)).toBe('https://help.example/help/packs');
});
