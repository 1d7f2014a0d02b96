import { describe, expect, test } from 'vitest';
import { eraseMessages } from '#features/prospect-pages/erase-store.ts';
import { claimDueMail, putBack, releaseMail } from '#mail/outbox-store.ts';
import { contentOf } from '#testing/document.ts';
import {
  browser,
  mediaSection,
  prospectsOfNora,
  sessionIn,
  snapshot,
  textSection,
} from '#testing/prospect.ts';

const kit = prospectsOfNora();
const { open, send, pageOf } = kit;
const nora = contentOf(kit.nora);

const words = (text: string, more: unknown[] = []) =>
  snapshot([textSection('Words', `<p>${text}</p>`), ...more]);

const path = (id: string) => `salestool/message/${id}`;
const changeOf = (id: string, attributes: Record<string, unknown>) => ({
  ...{ type: 'salestool--message', id, attributes },
});
const change = (id: string, attributes: Record<string, unknown>) =>
  nora.patch(path(id), changeOf(id, attributes));

const snapshotPointer = '/data/attributes/pack_snapshot';
const isKept = { status: 409, errors: [{ source: { pointer: snapshotPointer } }] };

const report = (token: string, session: string, attended = true) =>
  kit.host.fetch(`/p/${token}/views`, {
    method: 'POST',
    headers: { ...browser, 'content-type': 'application/json' },
    body: JSON.stringify({ session, attended, totals: { visible_ms: 15_000 } }),
  });

async function visited(token: string, query = '', attended = true) {
  const session = sessionIn(await pageOf(`${token}${query}`));
  kit.host.advance(20_000);
  expect((await report(token, session, attended)).status).toBe(204);
}

describe('a message whose sender takes its pack anew', () => {
  test('shows it with its files, wherever the page was made before, as long as nobody has opened it', async () => {
    const { guide, photo } = kit.host.world.documents;
    const { id, token } = await send({ pack_snapshot: words('Eleven counters', [mediaSection(guide)]) });
    const other = await kit.host.besides();
    const pages = async () => [
      await pageOf(token),
      (await other.inject({ url: `/p/${token}`, headers: browser })).payload,
    ];
    for (const page of await pages()) expect(page).toContain('Eleven counters');
    // Neither its sender nor a machine is somebody who reads.
    await visited(token, '?own');
    await open(`/p/${token}`, { 'user-agent': 'GoogleImageProxy' });

    const pack_snapshot = words('Twelve counters', [mediaSection(photo)]);
    const answer = await change(id, { pack_snapshot, memo: 'They want one more' });
    expect([answer.status, answer.record.attributes]).toMatchObject([
      200,
      {
        memo: 'They want one more',
        pack_snapshot: expect.stringContaining('Twelve counters'),
      },
    ]);
    for (const page of await pages()) {
      expect(page).toContain('Twelve counters');
      expect(page).not.toContain('Eleven counters');
      expect(page).toContain(`/files/${photo.id}`);
    }
    expect((await open(`/p/${token}/files/${photo.id}`)).status).toBe(200);
    expect((await open(`/p/${token}/files/${guide.id}`)).status).toBe(404);
    await other.close();
  });

  test('hears that it stays as it is once somebody may have read it, and nothing else is changed with it', async () => {
    const { guide } = kit.host.world.documents;
    const readers: Record<string, (token: string) => Promise<unknown>> = {
      'a reader': (token) => visited(token),
      'a page that lies open': (token) => visited(token, '', false),
      'a file without its page': (token) => open(`/p/${token}/files/${guide.id}`),
    };
    for (const [who, comes] of Object.entries(readers)) {
      const before = words('Eleven counters', [mediaSection(guide)]);
      const { id, token } = await send({ pack_snapshot: before });
      await comes(token);
      const late = { pack_snapshot: words('Twelve counters'), memo: 'They want one more' };
      expect([who, await change(id, late)]).toMatchObject([who, isKept]);
      expect(await pageOf(token)).toContain('Eleven counters');
      expect((await nora.get(path(id))).record.attributes.memo).toBeNull();
      // The same pack again asks for nothing that is not so.
      const same = await change(id, { ...late, pack_snapshot: before });
      expect([same.status, same.record.attributes.memo]).toEqual([200, 'They want one more']);
    }
  });

  test('the same again leaves the message in the state it is in', async () => {
    const pack_snapshot = words('Eleven counters<script>x</script>');
    const { id } = await send({ pack_snapshot });
    const { changed } = (await nora.get(path(id))).record.attributes;
    kit.host.advance(5000);
    const again = await change(id, { pack_snapshot });
    expect([again.status, again.record.attributes.changed]).toEqual([200, changed]);
  });

  test('hears of what cannot be sent, and of what is no pack', async () => {
    const { prices } = kit.host.world.documents;
    const { id, token } = await send({ pack_snapshot: words('Eleven counters') });
    const unsendable = await change(id, { pack_snapshot: words('Twelve', [mediaSection(prices)]) });
    expect([unsendable.status, unsendable.errors[0]?.detail]).toEqual([
      422,
      expect.stringContaining('cannot be sent'),
    ]);
    for (const wrong of [null, '', '{}', '{"title":"x","pack_data":"{"}']) {
      const answer = await change(id, { pack_snapshot: wrong });
      expect([wrong, answer.status, answer.errors[0]?.source?.pointer]).toEqual([
        wrong,
        422,
        snapshotPointer,
      ]);
    }
    expect(await pageOf(token)).toContain('Eleven counters');
  });

  test('is its owner: nobody else gets another pack behind the link', async () => {
    const { id, token } = await send({ pack_snapshot: words('Eleven counters') });
    for (const name of ['henrik', 'mei'] as const) {
      const somebody = contentOf(await kit.host.signIn(name));
      const answer = await somebody.patch(path(id), changeOf(id, { pack_snapshot: words('Twelve') }));
      expect([name, [403, 404].includes(answer.status)]).toEqual([name, true]);
    }
    expect(await pageOf(token)).toContain('Eleven counters');
  });
});

describe('a mail whose message is written anew', () => {
  const contentsOf = async (id: string) => {
    const { content } = await kit.host.database.db
      .selectFrom('outbox')
      .select('content')
      .where('message_id', '=', id)
      .executeTakeFirstOrThrow();
    return JSON.parse(content) as Record<string, unknown>;
  };

  test('says what is written there by then, as long as nobody has begun to send it', async () => {
    await kit.host.outbox.stop();
    const { id, token } = await send({ sent: true, pack_snapshot: words('Eleven counters') });
    const pack_snapshot = snapshot([textSection('Words', '<p>Twelve counters</p>')], 'Café Linnea, again');
    expect((await change(id, { pack_snapshot, subject: 'Twelve' })).status).toBe(200);
    expect(await contentsOf(id)).toMatchObject({ subject: 'Twelve', packTitle: 'Café Linnea, again' });
    expect(await pageOf(token)).toContain('Twelve counters');

    const begin = { lease_owner: 'another host', lease_until: kit.host.clock() + 60_000 };
    await kit.host.database.db.updateTable('outbox').set(begin).where('message_id', '=', id).execute();
    expect(await change(id, { pack_snapshot: words('Thirteen'), subject: 'Thirteen' })).toMatchObject(isKept);
    expect(await contentsOf(id)).toMatchObject({ subject: 'Twelve' });
    expect(await pageOf(token)).toContain('Twelve counters');
  });

  describe('while a worker has it, which puts it back', () => {
    /** What becomes of the mail of a message when this happens while a worker tries to send it. */
    async function afterwards(how: 'putBack' | 'releaseMail', meanwhile: (id: string) => Promise<unknown>) {
      await kit.host.outbox.stop();
      const { database, clock } = kit.host;
      await database.db.deleteFrom('outbox').execute();
      const { id } = await send({ sent: true, subject: 'Eleven' });
      const claim = await database.write((trx) => claimDueMail(trx, database.dialect, clock(), 60_000));
      if (claim?.messageId !== id) throw new Error('The mail is not due');
      await meanwhile(id);
      await database.write((trx) =>
        how === 'releaseMail'
          ? releaseMail(trx, claim, clock())
          : putBack(trx, claim, { notBefore: clock() + 1000, detail: 'Busy' }, clock()),
      );
      return contentsOf(id);
    }

    test.each(['putBack', 'releaseMail'] as const)('says what is written there by then (%s)', async (how) => {
      const written = { subject: 'Twelve', message: '<p>One more</p>', first_name: 'Ada' };
      const mail = await afterwards(how, async (id) => {
        expect((await change(id, written)).status).toBe(200);
        expect(await contentsOf(id)).toMatchObject({ subject: 'Eleven' });
      });
      expect(mail).toMatchObject({ subject: 'Twelve', message: written.message });
      expect(mail.recipientName).toMatch(/^Ada/);
    });

    test('says nothing when its message is erased', async () => {
      const { database, clock, keys } = kit.host;
      const mail = await afterwards('putBack', async (id) => {
        const leaves = { handed_over: clock() };
        await database.db.updateTable('outbox').set(leaves).where('message_id', '=', id).execute();
        await eraseMessages(database, keys, [id], clock());
      });
      expect(mail).toEqual({});
    });
  });

  test('goes with the pack that was taken anew when it is sent only then', async () => {
    await kit.host.outbox.stop();
    const { id } = await send({ pack_snapshot: words('Eleven counters') });
    const pack_snapshot = snapshot([textSection('Words', '<p>Twelve counters</p>')], 'Café Linnea, again');
    expect((await change(id, { pack_snapshot, sent: true })).status).toBe(200);
    expect(await contentsOf(id)).toMatchObject({ packTitle: 'Café Linnea, again' });
  });

  test('stays with the pack that was mailed before the host was restored', async () => {
    const { id, token } = await send({ delivery: 'sent', pack_snapshot: words('Eleven counters') });
    expect(await change(id, { pack_snapshot: words('Twelve counters') })).toMatchObject(isKept);
    expect(await pageOf(token)).toContain('Eleven counters');
  });
});
