import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { describe, expect, test } from 'vitest';
import { hashToken } from '#keys.ts';
import { browser, mediaSection, prospectsOfNora, snapshot } from '#testing/prospect.ts';

const kit = prospectsOfNora();
const { open, send, pageOf } = kit;

describe('files of the page', () => {
  test('open by their own address, in parts too, with a preview beside', async () => {
    const { token } = await send();
    const { guide } = kit.host.world.documents;
    const whole = await open(`/p/${token}/files/${guide.id}`);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('application/pdf');
    expect(whole.headers.get('content-disposition')).toContain('inline; filename="product-guide.pdf"');
    expect(whole.headers.get('cache-control')).toBe('private, no-cache');
    const part = await open(`/p/${token}/files/${guide.id}`, { ...browser, range: 'bytes=0-7' });
    expect([part.status, await part.text()]).toEqual([206, '%PDF-1.4']);
    const preview = await open(`/p/${token}/files/${guide.id}/preview`);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test('are those of this pack only, under this link only', async () => {
    const { token } = await send({ pack_snapshot: snapshot([mediaSection(kit.host.world.documents.photo)]) });
    const { guide, photo, drawing, prices } = kit.host.world.documents;
    expect((await open(`/p/${token}/files/${photo.id}`)).status).toBe(200);
    for (const { id } of [guide, drawing, prices]) {
      expect((await open(`/p/${token}/files/${id}`)).status).toBe(404);
      expect((await open(`/p/${token}/files/${id}/preview`)).status).toBe(404);
    }
    expect((await open(`/p/${makeLinkToken()}/files/${photo.id}`)).status).toBe(404);
  });

  test('that are internal, withdrawn or another channel’s are not shown, whatever the pack names', async () => {
    const { id, token } = await send({
      pack_snapshot: snapshot([mediaSection(kit.host.world.documents.photo)]),
    });
    const { guide, drawing, prices, photo } = kit.host.world.documents;
    await kit.host.database.db
      .updateTable('message')
      .set({ pack_snapshot: snapshot([guide, drawing, prices, photo].map(mediaSection)) })
      .where('link_token_hash', '=', hashToken(token))
      .execute();
    for (const { id: media_id, name, file_id } of [guide, drawing, prices]) {
      await kit.host.database.db
        .insertInto('message_media')
        .values({ message_id: id, media_id, name, description: null, video: null, file_id, preview_id: null })
        .execute();
    }
    const html = await pageOf(token);
    expect(html).toContain(`/files/${guide.id}`);
    for (const { id } of [drawing, prices]) {
      expect(html).not.toContain(`/files/${id}`);
      expect((await open(`/p/${token}/files/${id}`)).status).toBe(404);
    }
    expect(html).toContain('no longer available');
    const places = await kit.host.database.db
      .deleteFrom('bundle_media')
      .where('media_id', '=', photo.id)
      .returningAll()
      .execute();
    expect((await open(`/p/${token}/files/${photo.id}`)).status).toBe(404);
    expect((await open(`/p/${token}/files/${guide.id}`)).status).toBe(200);
    await kit.host.database.db.insertInto('bundle_media').values(places).execute();
  });

  test('that only stand in words need the address this page wrote', async () => {
    const { token } = await send({}, kit.host.world.signatures.nora.id);
    const html = await pageOf(token);
    const portrait = /src="(\/p\/[^"]*\/pictures\/[^"]*)"/.exec(html)?.[1] ?? '';
    expect((await open(portrait)).status).toBe(200);
    expect((await open(portrait.slice(0, -4))).status).toBe(404);
    const other = await send();
    expect((await open(portrait.replace(token, other.token))).status).toBe(404);
    const anyFile = portrait.replace(/pictures\/[^/]*/, `pictures/${kit.host.world.files.transitImage.id}`);
    expect((await open(anyFile)).status).toBe(404);
  });
});
