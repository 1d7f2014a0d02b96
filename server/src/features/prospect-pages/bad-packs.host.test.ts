import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { dangersIn } from '@satchel/core/testing/dangers-in.ts';
import { hostileAddresses, hostileSamples, hostileTexts } from '@satchel/core/testing/hostile-samples.ts';
import { parsedDocument } from '@satchel/core/testing/parsed-document.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { mediaSection, prospectsOfNora, snapshot, textSection } from '#testing/prospect.ts';

const kit = prospectsOfNora();
const { nora, open, send, pageOf } = kit;

const titlesOn = (page: Document) =>
  [...page.querySelectorAll('.section > :is(h2, h3)')].map(({ textContent }) => textContent);

/** What lies in the database as no client could have written it. */
const storePack = (pack_data: string) =>
  kit.host.database.db
    .updateTable('pack')
    .set({ pack_data })
    .where('id', '=', kit.host.world.packs.nora.id)
    .execute();

describe('what is no pack', () => {
  const sound = JSON.stringify({ version: 2, elements: [textSection('Hello', '<p>You</p>')] });
  afterEach(() => storePack(sound));

  const bad: Record<string, string> = {
    'no JSON': '{"version":2,"elements":[',
    'a page of HTML': '<!doctype html><title>Sign in to the hotel</title>',
    'of a later version': '{"version":3,"elements":[]}',
    'brackets a hundred thousand deep': '['.repeat(100_000),
    'a number': '7',
  };
  const messages = async () =>
    (await kit.host.database.db.selectFrom('message').select('id').execute()).length;

  test.each(Object.entries(bad))('is not sent: %s', async (_what, pack_data) => {
    const before = await messages();
    await expect(send({ pack_snapshot: JSON.stringify({ title: 'Offer', pack_data }) })).rejects.toThrow(
      /422.*pack_snapshot/,
    );
    await storePack(pack_data);
    await expect(send({ sent: true })).rejects.toThrow(/422.*contents/);
    expect(await messages()).toBe(before);
  });

  test('is a page that is not ready, should it have been sent by another host', async () => {
    const { id, token } = await send();
    for (const pack_snapshot of ['', '{', JSON.stringify({ title: 'Offer', pack_data: '{"version":3}' })]) {
      const db = kit.host.database.db;
      await db.updateTable('message').set({ pack_snapshot }).where('id', '=', id).execute();
      const answer = await open(`/p/${token}`);
      expect([answer.status, await answer.text()]).toEqual([
        404,
        expect.stringContaining('This page is not ready'),
      ]);
    }
  });
});

test('of sections without ids, of one id, of no type and of unknown ones, what can be read is read', async () => {
  const { id: _, ...withoutId } = textSection('Without an id', '<p>One</p>');
  const twice = textSection('Twice', '<p>Two</p>');
  const odd = [null, 'words', 7, [], { type: 'poll' }, { id: 'x', type: 'hologram', title: 'Unknown' }];
  const lost = { ...mediaSection(kit.host.world.documents.guide), data: { media: null } };
  const { token } = await send({
    pack_snapshot: snapshot([...odd, withoutId, lost, twice, { ...twice, title: 'And again' }]),
  });
  const page = parsedDocument(await pageOf(token));
  expect(titlesOn(page)).toEqual(['Without an id', 'Twice', 'And again']);
});

test('nearly ten million letters are a page, whole; more are refused with the reason', async () => {
  const words = `<p>${'All that we have to say. '.repeat(40)}</p>`.repeat(9_800);
  const tooMany = snapshot([textSection('Words', words + words + words.slice(0, 500_000))]);
  await expect(send({ pack_snapshot: tooMany })).rejects.toThrow(/422.*too long/);
  const { token } = await send({
    pack_snapshot: snapshot([textSection('Words', `${words}<p>The end.</p>`)]),
  });
  const answer = await open(`/p/${token}`);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html.length).toBeGreaterThan(9_800_000);
  expect(html).toContain('<p dir="auto">The end.</p>');
});

describe('what an attacker wrote does nothing', () => {
  /** Whatever a rep or the channel may have written, with the same value in each field. */
  const inEveryField = (value: string) => {
    const text = { ...textSection(value, value), introText: value };
    const media = {
      ...mediaSection(kit.host.world.documents.guide),
      ...{ title: value, introText: value },
    };
    const unknown = { id: value, type: value, title: value, data: { content: value } };
    return [text, media, unknown];
  };
  const oneLine = (value: string) => value.replaceAll('\0', '').slice(0, 255);

  async function expectHarmless(values: readonly string[]) {
    const [first = ''] = values;
    const { token } = await send({
      ...{ first_name: oneLine(first), last_name: oneLine(first), company: oneLine(first) },
      ...{ subject: oneLine(first) || 'x', memo: first.replaceAll('\0', '') },
      pack_snapshot: snapshot(values.flatMap(inEveryField), first),
    });
    const answer = await open(`/p/${token}`);
    expect(answer.status).toBe(200);
    const page = parsedDocument(await answer.text());
    const shown = page.querySelector('.pack-page') as Element;
    expect(dangersIn(shown)).toEqual([]);
    // Nothing has broken out of it: around it stands what the host wrote.
    expect(page.querySelectorAll('.pack-page')).toHaveLength(1);
    expect(page.querySelectorAll('body > *')).toHaveLength(2);
    expect([...page.scripts].map(({ type, text }) => [type, text])).toEqual([['module', '']]);
    expect(titlesOn(page).length).toBeGreaterThanOrEqual(values.length);
  }

  // One after the other: a test reads its pages on the thread that the host answers on.
  const samples = hostileSamples.map(({ html }) => html);
  const parts = Array.from({ length: Math.ceil(samples.length / 40) }, (_, part) =>
    samples.slice(part * 40, part * 40 + 40),
  );
  test.each(parts.map((part, at) => [at + 1, part] as const))(
    'as HTML in title, sections and names, part %i',
    (_at, part) => expectHarmless(part),
  );
  test('as words', () => expectHarmless(hostileTexts));
  test('as addresses', () =>
    expectHarmless(
      hostileAddresses.map((address) => `<a href="${address}">x</a><img src="${address}" alt="x">`),
    ));

  test('in what the channel brings: header, footer, files, bundles and the signature', async () => {
    const { db } = kit.host.database;
    const { channels, documents, signatures } = kit.host.world;
    const all = hostileSamples.map(({ html }) => html.replaceAll('\0', '')).join('\n');
    await db
      .updateTable('channel')
      .set({ pack_header: all, pack_footer: all })
      .where('id', '=', channels.retail.id)
      .execute();
    await db
      .updateTable('media')
      .set({ name: all, description: all })
      .where('id', '=', documents.guide.id)
      .execute();
    await nora(`/jsonapi/salestool/signature/${signatures.nora.id}`, {
      method: 'PATCH',
      headers: { 'content-type': jsonApiMediaType },
      body: JSON.stringify({
        data: {
          ...{ type: 'salestool--signature', id: signatures.nora.id },
          attributes: {
            title: all.slice(0, 255),
            job_title: all.slice(0, 255),
            email: 'javascript:alert(1)',
          },
        },
      }),
    });
    const { token } = await send(
      { pack_snapshot: snapshot([mediaSection(documents.guide)]) },
      signatures.nora.id,
    );
    const page = parsedDocument(await pageOf(token));
    expect(dangersIn(page.querySelector('.pack-page') as Element)).toEqual([]);
    expect(page.scripts).toHaveLength(1);
    expect(page.querySelector('.media .description')?.textContent).toContain('<script>alert(1)</script>');
  });
});
