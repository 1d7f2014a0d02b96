import { expect, test } from 'vitest';
import { addressAsked, pathAsked } from './asked-address.ts';

test.each([
  ['/jsonapi/salestool/pack?page%5Blimit%5D=1', '/jsonapi/salestool/pack?page%5Blimit%5D=1'],
  ['http://evil.example/jsonapi?sort=title', '/jsonapi?sort=title'],
  ['https://nora@evil.example:99/jsonapi', '/jsonapi'],
  ['//evil.example/jsonapi', '//evil.example/jsonapi'],
  ['http://evil.example//other.example/jsonapi', '//other.example/jsonapi'],
])('%s is asked of the host itself', (target, path) => {
  expect(addressAsked(target, 'https://satchel.example').href).toBe(`https://satchel.example${path}`);
  expect(pathAsked(target)).toBe(path);
});
