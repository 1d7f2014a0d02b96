import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, settings } from './config.ts';

const project = join(import.meta.dirname, '../..');

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

test('help topics are read from their JSON', () => {
  const topics = [{ title: 'First steps', url: 'https://help.example/first', role: 'sales_tool_user' }];
  expect(readConfig({ HELP_TOPICS: JSON.stringify(topics) }).help.topics).toEqual(topics);
});

test.each([
  'packs@velden.example',
  'Velden <packs@velden.example>',
  'Velden, Inc. <packs@velden.example>',
  '"Velden, Inc." <packs@velden.example>',
])('mails can be sent from %s', (mailFrom) => {
  expect(readConfig({ MAIL_FROM: mailFrom }).mailFrom).toBe(mailFrom);
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
  ['MAIL_FROM', 'Velden'],
  ['MAIL_FROM', 'Velden, packs@velden.example'],
  ['PASSWORD_MIN_LENGTH', '4'],
  ['BRAND_COLOR', 'green'],
  ['FLAG_PACK_NO_EDIT', 'perhaps'],
  ['LOG_LEVEL', 'loud'],
  ['HELP_TOPICS', 'First steps'],
  ['HELP_TOPICS', '[{"title":"First steps","url":"javascript:alert(1)"}]'],
])('%s with a wrong value stops the start with a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^These settings .*wrong value: ${name}[.\\w]* \\(`),
  );
});

const bucket = { S3_BUCKET: 'satchel-files', S3_ENDPOINT: 'https://store.example/' };
const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

test('files lie in the data folder, or in a bucket of a store', () => {
  expect(readConfig({}).bucket).toBeUndefined();
  expect(readConfig({ ...bucket, ...keys, S3_PREFIX: 'bag/uk' }).bucket).toEqual({
    ...{ bucket: 'satchel-files', endpoint: 'https://store.example', prefix: 'bag/uk', region: 'us-east-1' },
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  const atAmazon = readConfig({ S3_BUCKET: 'satchel-files', S3_REGION: 'eu-north-1' }).bucket;
  expect(atAmazon).toMatchObject({ endpoint: undefined, region: 'eu-north-1', credentials: undefined });
});

test.each([
  ['S3_BUCKET', { S3_BUCKET: 'no such name' }],
  ['S3_PREFIX', { ...bucket, S3_PREFIX: '/bag/' }],
  ['S3_ENDPOINT', { ...bucket, S3_ENDPOINT: 'store.example' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 'https://store.example' }],
  ['S3_ACCESS_KEY_ID', keys],
  ['S3_REGION', { S3_BUCKET: 'satchel-files' }],
  ['S3_SECRET_ACCESS_KEY', { ...bucket, S3_ACCESS_KEY_ID: 'id' }],
  ['S3_ACCESS_KEY_ID', { ...bucket, S3_SECRET_ACCESS_KEY: 'secret' }],
  ['IMPORT_FILE_LIMIT_BYTES', { ...bucket, IMPORT_FILE_LIMIT_BYTES: String(6 * 1024 ** 3) }],
])('%s stops the start when the settings of a bucket do not fit together', (name, set) => {
  expect(() => readConfig(set)).toThrow(new RegExp(`^These settings .*wrong value: ${name} \\(`));
});

test('every wrong setting is named at once', () => {
  expect(() => readConfig({ PORT: 'x', BRAND_COLOR: 'y' })).toThrow(/PORT .*BRAND_COLOR/s);
});

test('docs/configuration.md lists every setting once, with its default', () => {
  const text = readFileSync(join(project, 'docs/configuration.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([A-Z0-9_]+)` \| (.*?) \| .+\|$/gm)];
  const described = rows.map(([, name, value]) => [name, value?.replaceAll('`', '')]);
  const defaults = Object.entries(settings.parse({}) as Record<string, unknown>).map(([name, value]) => [
    name,
    name === 'DATA_FOLDER' ? 'data' : String(value),
  ]);
  const withDefault = new Map(defaults as [string, string][]);
  const known = Object.keys(settings.shape).map((name) => [name, withDefault.get(name) ?? '–']);
  expect(described.toSorted()).toEqual(known.toSorted());
});

test('no page tells people to set what nobody reads', () => {
  const pages = readdirSync(join(project, 'docs')).filter((name) => name.endsWith('.md'));
  const texts = ['README.md', ...pages.map((name) => `docs/${name}`)].map((name) =>
    readFileSync(join(project, name), 'utf8'),
  );
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?<![\w.])([A-Z][A-Z0-9]*_?[A-Z0-9_]+)=/g)].map(([, name]) => name),
  );
  expect(named).toContain('DATABASE_URL');
  const readByTheBuild = ['WITHOUT_WORKER'];
  const unread = named.filter(
    (name = '') => !Object.hasOwn(settings.shape, name) && !readByTheBuild.includes(name),
  );
  expect(unread).toEqual(['URL']);
});
