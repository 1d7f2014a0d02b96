import { MantineProvider } from '@mantine/core';
import { dangersIn } from '@satchel/core/testing/dangers-in.ts';
import { hostileAddresses, hostileSamples, hostileTexts } from '@satchel/core/testing/hostile-samples.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type Report, ServicesContext } from '#services.ts';
import type { MessageRecord } from '#storage/records.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { button, field, late } from '#testing/send-page.ts';
import { clearNotices, showWorld, tablet } from '#testing/show-app.tsx';
import RichTextEditor from './rich-text/rich-text-editor.tsx';

const alerted = vi.spyOn(window, 'alert').mockImplementation(() => {});
beforeEach(async () => {
  clearNotices();
  await tablet();
});
afterEach(() => expect(alerted).not.toHaveBeenCalled());

const values = [
  ...new Set([...hostileSamples.map(({ html }) => html), ...hostileTexts, ...hostileAddresses]),
];
const all = values.join(' ');

// The app's own forms, frames, styles and sample pictures; what is written into them is told by its attributes.
const own =
  /^element (?:form|input|button|textarea|select|link|use|iframe)$|^style |^scheme data in src of img$/;
const dangersOfApp = () => dangersIn(document.body).filter((danger) => !own.test(danger));
/** Of the app itself, every picture on these pages is in the page's own text. */
const asked = () =>
  [...document.querySelectorAll('main [src], main [srcset], main [data], main [background]')]
    .map((element) => element.getAttribute('src') ?? element.outerHTML)
    .filter((address) => !address.startsWith('data:image/svg+xml'));

/** All that was written stands there as words, letter for letter, and nothing of it is anything else. */
async function expectWords(place: () => Element | null | undefined) {
  await expect.poll(() => place()?.textContent ?? '', late).toContain(all);
  expect(dangersOfApp()).toEqual([]);
  expect(asked()).toEqual([]);
}

const pack = samplePack({ id: 'p', title: all });

describe('what an attacker wrote is words in the log of a pack', () => {
  const now = Math.floor(Date.now() / 1000);
  const message = (id: string, fields: Partial<MessageRecord>): MessageRecord => ({
    ...{ id, type: 'salestool--message', ownerId: sampleUser.uuid, sent: true, date_sent: now },
    ...{ drupal_internal__id: 4, subject: all, first_name: all, last_name: all, company: all, email: all },
    pack: { type: 'salestool--pack', id: 'p' },
    ...fields,
  });
  const reports = {
    'pack/p/visits': {
      ...{ title: all, columns: [], total: 2 },
      rows: ['prospect', all].map((kind) => ({
        ...{ id: kind, message: 'm2', name: all, kind, device: all, date: now, reading_time: 60 },
      })),
    },
    'message/m2/media': {
      ...{ title: all, columns: [], total: 1 },
      rows: [{ id: all, name: all, reading_time: 60 }],
    },
  };
  const open = async (messages: MessageRecord[], packLog: object[] = []) => {
    const options = { packs: [pack], messages, packLog: packLog as never, waiting: [], reports };
    await showWorld('/packs/p/details', samplePackServices(options));
    await expect.poll(() => document.querySelector('[data-message] button'), late).not.toBeNull();
    document.querySelector<HTMLElement>('[data-message] button')?.click();
  };
  const row = () => document.querySelector('[data-message][data-open]');

  test('in its row, and in the reason why a mail failed', async () => {
    await open([message('m1', { delivery: 'failed', delivery_detail: all })]);
    await expectWords(() => row()?.querySelector('h3'));
    await expectWords(() => row()?.querySelector('h3')?.nextElementSibling);
    await expectWords(() => row()?.querySelector('[data-state="failed"]'));
  });

  test('in what was read of it', async () => {
    await open([message('m2', { delivery: 'sent', opened: 1 })]);
    await expectWords(() => row()?.lastElementChild);
  });

  test('in what the host alone knows of it', async () => {
    const entry = { id: 9, uuid: 'm9', pack_uuid: 'p', date_sent: now, kind: 'mail', delivery: all };
    await open([], [{ ...entry, first_name: all, last_name: all, company: all, more: { [all]: all } }]);
    await expectWords(() => row()?.querySelector('h3'));
    await expectWords(() => row()?.querySelector('dt'));
    await expectWords(() => row()?.querySelector('dd'));
  });
});

describe('what an attacker wrote is words in a report', () => {
  const types = ['text', 'number', 'date', 'duration'] as const;
  const columns = ['title', 'company', 'email', 'kind', 'delivery', all].flatMap((key, at) => ({
    ...{ key, label: all, type: types[at % 4]! },
  }));
  const rows = values.map((value) => ({
    ...{ id: value, title: value, company: value, email: value, kind: value, delivery: value },
    [all]: value,
  }));
  const report: Report = { title: all, columns, rows, total: rows.length };
  const cells = () => [...document.querySelectorAll('main td')];

  test.each([
    ['of a pack', '/packs/p/reports', 'pack/p/recipients'],
    ['of all packs', '/reports', 'my/packs'],
  ])('%s', async (_what, address, name) => {
    await showWorld(address, samplePackServices({ packs: [pack], reports: { [name]: report } }));
    await expectWords(() => document.querySelector('main h2'));
    await expectWords(() => document.querySelector('main th'));
    const shown = cells().map((cell) => cell.textContent ?? '');
    const names = shown.filter((_cell, at) => at % (shown.length / rows.length) === 0);
    expect(names).toHaveLength(values.length);
    expect(values.filter((value, at) => !names[at]?.includes(value))).toEqual([]);
    const links = [...document.querySelectorAll('main td a')].map((link) => link.getAttribute('href') ?? '');
    expect(links.filter((href) => !/^\/packs\/[^/?#]+\/details$/.test(href))).toEqual([]);
  });

  test('that could not be fetched, with what the host said', async () => {
    const world = samplePackServices({ packs: [pack] });
    world.services.reports.read = async () => Promise.reject(new Error(all));
    await showWorld('/reports', world);
    await expectWords(() => document.querySelector('main [role="alert"]'));
  });
});

describe('what an attacker wrote into a message', () => {
  const words = () => page.getByRole('textbox', { name: 'Words' }).element();
  const { services } = samplePackServices();
  const written: string[] = [];
  const editor = (value: string) => (
    <MantineProvider>
      <ServicesContext value={services}>
        <RichTextEditor value={value} label="Words" kind="message" onChange={(html) => written.push(html)} />
      </ServicesContext>
    </MantineProvider>
  );
  /** A message has no pictures at all, so that nothing of it asks anybody for anything. */
  const pictures = (place: ParentNode) => [...place.querySelectorAll('[src], [srcset], [style]')];
  const held = (html: string) => {
    const place = document.implementation.createHTMLDocument().body;
    place.innerHTML = html;
    return [...dangersIn(place), ...pictures(place)];
  };

  test('does nothing while it is edited, and is not written again', async () => {
    written.length = 0;
    const screen = await render(editor('<p>Begun</p>'));
    await expect.poll(() => words().textContent).toBe('Begun');
    for (const { html } of hostileSamples) {
      await screen.rerender(editor(html));
      expect([...dangersIn(words()), ...pictures(words())], html).toEqual([]);
    }
    expect(written).toEqual([]);
  });

  test('does nothing when it is pasted', async () => {
    written.length = 0;
    await render(editor('<p>Begun</p>'));
    await expect.poll(() => words().textContent).toBe('Begun');
    for (const { html } of hostileSamples) {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      clipboardData.setData('text/plain', html);
      words().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      expect([...dangersIn(words()), ...pictures(words())], html).toEqual([]);
    }
    expect(written.length).toBeGreaterThan(0);
    expect(held(written.at(-1) ?? '')).toEqual([]);
  });

  test('nor in the form in which it is sent again, and neither do the names and words beside it', async () => {
    const before: MessageRecord = {
      ...{ id: 'm1', type: 'salestool--message', ownerId: sampleUser.uuid, sent: true, delivery: 'failed' },
      ...{ first_name: 'Daniel', last_name: '<b>Okafor</b>', email: 'd@b.example', subject: all, memo: all },
      ...{ company: '<img src=x onerror=alert(1)>', date_sent: 1_763_000_000, drupal_internal__id: 4 },
      message: { value: `<p>Dear Daniel</p>${all}`, format: null },
      pack: { type: 'salestool--pack', id: 'p' },
    };
    const options = { packs: [pack], messages: [before], waiting: [] };
    const { recorded } = await showWorld('/packs/p/send?again=m1', samplePackServices(options));
    await expect.element(field('Message'), late).toMatchTextContent('Dear Daniel');
    await expect.element(field('Company name')).toHaveValue('<img src=x onerror=alert(1)>');
    expect(dangersOfApp()).toEqual([]);
    expect(pictures(field('Message').element())).toEqual([]);
    await field('Subject').fill('Offer');
    await field('Message').click();
    await userEvent.keyboard('{Control>}{Home}{/Control}Again: ');
    await button('Send').click();
    await expect.poll(() => recorded.length, late).toBe(1);
    expect(recorded[0]?.form.messageHtml).toContain('Again: Dear Daniel');
    expect(held(recorded[0]?.form.messageHtml ?? '')).toEqual([]);
  });
});
