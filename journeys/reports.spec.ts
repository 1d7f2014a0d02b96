import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { HostClient } from './support/host-client.ts';
import { expect, test } from './support/journey.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

/** The file that the button gives, under the name it gets on the rep's device; each time in it is that of a sending. */
async function saveAsCsv(page: Page) {
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const download = await downloaded;
  const text = (await readFile(await download.path())).toString();
  return {
    name: download.suggestedFilename(),
    text: text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'SENT'),
  };
}

const mark = '\ufeff';

test('[PRPT-03] the file of a report is named, marked and quoted for a spreadsheet, and nothing in it is a formula', async ({
  page,
  host,
}) => {
  const client = await HostClient.signIn(host, people.nora);
  const pack = await client.makePack('=cmd|" /C calc"!A0, ../<script>alert(1)</script>');
  const sent = [
    { first_name: '=1+1', last_name: 'Okafor', company: '+1', subject: '-1', email: 'd@b.example' },
    { first_name: '@SUM(A1)', company: '\t=1', subject: 'Offer;=1+1' },
    { first_name: 'Ann', last_name: 'O"Neil, MBA', company: 'Åsa & Söner', subject: 'Two\nlines' },
    { first_name: '<img src=x onerror="alert(1)">', subject: '","=1' },
  ];
  for (const fields of sent) await client.makeLink(pack.id, fields);
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);

  await rep.open(`/packs/${pack.id}/reports`);
  const { name, text } = await saveAsCsv(page);
  expect(name).toBe('Recipients-of-cmd-C-calc-A0-script-alert-1-script.csv');
  const header =
    'Recipient,Company,Email,Subject,Sent (UTC),Sent by,Delivery,Opened,Reading time,Last opened (UTC)';
  const rows = [
    `'=1+1 Okafor,'+1,d@b.example,'-1,SENT,link,,0,0:00:00,`,
    `'@SUM(A1),"'\t'=1",,"Offer;'=1+1",SENT,link,,0,0:00:00,`,
    `"Ann O""Neil, MBA",Åsa & Söner,,"Two\nlines",SENT,link,,0,0:00:00,`,
    `"<img src=x onerror=""alert(1)"">",,,""",""=1",SENT,link,,0,0:00:00,`,
  ];
  const [first, ...others] = text.split('\r\n');
  expect(first).toBe(mark + header);
  // Those of one second stand in any order; behind the last one is an end, too.
  expect(others.sort()).toEqual(['', ...rows].sort());

  await rep.open('/reports');
  const all = await saveAsCsv(page);
  expect(all.name).toBe('My-packs.csv');
  const packs =
    'Pack,Channel,Sent,Recipients who opened it,Opened,Reading time,Last sent (UTC),Last opened (UTC)';
  const named = `"'=cmd|"" /C calc""!A0, ../<script>alert(1)</script>"`;
  const row = `${named},Retail & Hospitality,4,0,0,0:00:00,SENT,`;
  expect(all.text).toBe(`${mark}${packs}\r\n${row}\r\n`);
});
