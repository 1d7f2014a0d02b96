import { expect, test } from 'vitest';
import { bindAddress, isLoopback } from './bind-address.ts';

test.each([
  [undefined, true, '127.0.0.1'],
  [undefined, false, '0.0.0.0'],
  ['0.0.0.0', true, '0.0.0.0'],
  ['192.0.2.7', false, '192.0.2.7'],
])('with HOST=%s and demo passwords %s the host answers at %s', (host, hasDemoPasswords, address) => {
  expect(bindAddress(host, hasDemoPasswords)).toBe(address);
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['127.example.com', false],
])('that only this computer reaches %s is %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
