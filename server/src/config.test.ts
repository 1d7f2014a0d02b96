import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('without any setting the host has what it needs to start', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    databaseUrl: undefined,
    smtpUrl: undefined,
    passwordMinLength: 5,
    trustProxy: false,
  });
  expect(config.publicUrl).toBe(`http://localhost:${config.port}`);
  expect(Object.isFrozen(config)).toBe(true);
});

test('an empty setting counts as none', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '' })).toEqual(readConfig({}));
});

test('flags and numbers are read from their text', () => {
  const config = readConfig({
    FLAG_PACK_NO_EDIT: 'true',
    FLAG_PACK_DETAILS_V2: '0',
    PASSWORD_MIN_LENGTH: '12',
  });
  expect(config.flags).toMatchObject({ packNoEdit: true, packDetailsV2: false });
  expect(config.passwordMinLength).toBe(12);
});

test('the public address has no slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://satchel.example/' }).publicUrl).toBe('https://satchel.example');
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'satchel.example'],
  ['DATABASE_URL', 'mysql://localhost/satchel'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'Velden\r\nBcc: everyone@velden.example'],
  ['PASSWORD_MIN_LENGTH', '4'],
  ['BRAND_COLOR', 'green'],
  ['FLAG_PACK_NO_EDIT', 'perhaps'],
  ['LOG_LEVEL', 'loud'],
])('%s with a wrong value stops the start with a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^These settings .*wrong value: ${name} \\(`),
  );
});

test('every wrong setting is named at once', () => {
  expect(() => readConfig({ PORT: 'x', BRAND_COLOR: 'y' })).toThrow(/PORT .*BRAND_COLOR/s);
});
