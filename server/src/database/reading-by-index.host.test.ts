import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import { sqliteFile } from './database.ts';
import { fold } from './dialect.ts';

let host: TestHost;

beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.stop());

/** Which packs and messages SQLite reads from end to end for what the host was asked last. */
function readWhole() {
  const look = new Sqlite(sqliteFile(host.config.dataFolder), { readonly: true });
  look.function('fold', (value) => fold(String(value)));
  const reading = host.statements.filter((statement) =>
    /^\s*select\b.*\b(?:pack|message)\b/is.test(statement),
  );
  const plans = reading.map((statement) => {
    const values = Array(statement.split('?').length - 1).fill(null);
    const steps = look.prepare(`explain query plan ${statement}`).all(...values) as { detail: string }[];
    return steps.map(({ detail }) => detail).filter((detail) => /^SCAN (?:pack|message|t|m)\b/.test(detail));
  });
  look.close();
  return { statements: reading.length, scans: plans.flat() };
}

test('one rep’s packs, reports and signatures are found without reading everybody’s', async ({ skip }) => {
  if (host.database.dialect === 'postgres') skip();
  const nora = await host.signIn('nora');
  const { id: channel } = host.world.channels.retail;
  const { record: signature } = await contentOf(nora).post('salestool/signature', {
    type: 'salestool--signature',
    attributes: { title: 'Nora' },
  });
  const live =
    'filter[live][group][conjunction]=OR&filter[none][condition][path]=archived&filter[none][condition][operator]=IS NULL' +
    '&filter[none][condition][memberOf]=live&filter[no][condition][path]=archived&filter[no][condition][value]=0' +
    '&filter[no][condition][memberOf]=live&sort=drupal_internal__id&page[limit]=200';
  const calls = [
    '/salestool/report/my/packs',
    `/jsonapi/salestool/pack?filter[pack_type]=global&${live}`,
    `/jsonapi/salestool/pack?filter[pack_type]=channel&filter[channel.id]=${channel}&${live}`,
    `/jsonapi/salestool/pack?filter[pack_type]=private&filter[channel.id]=${channel}&${live}`,
  ];
  for (const call of calls) {
    host.statements.length = 0;
    expect((await nora(call)).status).toBe(200);
    expect([call, readWhole()]).toEqual([call, { statements: expect.any(Number), scans: [] }]);
    expect(readWhole().statements).toBeGreaterThan(0);
  }
  host.statements.length = 0;
  expect((await contentOf(nora).delete(`salestool/signature/${signature.id}`)).status).toBe(204);
  expect(readWhole()).toEqual({ statements: expect.any(Number), scans: [] });
});
