import { expect, test } from 'vitest';
import type { BundleRecord } from '#storage/records.ts';
import { entryNames, isMiniApp, openableAddress, readMiniApp } from './mini-app.ts';

const bundle = (fields: object) =>
  ({ id: '1', type: 'salestool--miniapp_bundle', miniapp_type: 'embed', ...fields }) as BundleRecord;

const read = (fields: object) => {
  const record = bundle(fields);
  if (!isMiniApp(record)) throw new Error('not a mini-app');
  return readMiniApp(record);
};

test('[APP-08] an app gets its parsed initial data, and bad JSON counts as no data', () => {
  expect(read({ init_data: '{"currency":"EUR"}' }).initData).toEqual({ currency: 'EUR' });
  expect(read({ init_data: '{"currency":' }).initData).toBeNull();
  expect(read({ init_data: null }).initData).toBeNull();
});

test('scripts and styles are found among the files by the folder they share', () => {
  const files = ['calculator.css', 'calculator.js', 'lib/chart.js', 'manifest.json'];
  const folder = '/sites/default/files/k3y';
  expect(entryNames([`${folder}/calculator.css`, `https://host/${folder}/lib/chart.js?v=1`], files)).toEqual([
    'calculator.css',
    'lib/chart.js',
  ]);
  expect(entryNames([`${folder}/elsewhere.js`], files)).toEqual([]);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://host/1', 'file:///etc/passwd', ''])(
  'an app never opens %s',
  (address) => {
    expect(openableAddress(address, 'https://host.example/')).toBeNull();
  },
);

test('an app opens web addresses, relative ones on the host', () => {
  expect(openableAddress('/sites/default/files/k/index.html', 'https://host.example/')).toBe(
    'https://host.example/sites/default/files/k/index.html',
  );
  expect(openableAddress('https://developers.velden.example/start', 'https://host.example/')).toBe(
    'https://developers.velden.example/start',
  );
});
