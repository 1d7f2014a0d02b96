import { expect, test } from 'vitest';
import { placesOfFiles } from '#sync/bundle-files/places-of-files.ts';
import { listFiles } from '#sync/files/list-files.ts';
import { channelDocuments } from '#sync/search/channel-documents.ts';
import type { Device } from '#testing/device.ts';
import { devicesAtHost, draftOf } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

interface Resource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
}

const bodyOf = (words: string) => ({ value: words, processed: words, summary: '' });

/** What somebody at the host has written since this device had the channel. */
function rewritten(resource: Resource): Resource {
  const { type, attributes } = resource;
  const changed = '2031-01-01T00:00:00+00:00';
  if (type === 'salestool--content_bundle' || type === 'salestool--document_bundle')
    return { ...resource, attributes: { ...attributes, changed, body: bodyOf('<p>New words</p>') } };
  if (type === 'salestool--channel')
    return { ...resource, attributes: { ...attributes, changed, pack_footer: bodyOf('<p>New footer</p>') } };
  return resource;
}

/** A device whose packs come with words that are newer than its channel, once the host has them. */
async function deviceWithPack() {
  const host = { isRewritten: false };
  const device = await at.inRetail('nora', {
    fetch: async (address, init) => {
      const answer = await fetch(address, init);
      if (!host.isRewritten || !new URL(String(address)).pathname.includes('/salestool/pack/')) return answer;
      const document = (await answer.json()) as { included: Resource[] };
      return Response.json(
        { ...document, included: document.included.map(rewritten) },
        { headers: { 'content-type': 'application/vnd.api+json' } },
      );
    },
  });
  const [words] = await device.bundles.inChannel(at.retail, ['salestool--content_bundle']);
  const [files] = await device.bundles.inChannel(at.retail, ['salestool--document_bundle']);
  const pack = draftOf(device, 'Of two bundles');
  const section = (bundle: typeof words) => ({
    ...{ id: bundle?.id, type: bundle?.type, title: '', showTitle: true, introText: '', options: {} },
    data: { bundle: { id: bundle?.id, type: bundle?.type } },
  });
  const group = {
    ...{ id: 'group', type: 'medias', title: '', showTitle: true, introText: '', options: {} },
    data: { medias: [], bundle: { id: files?.id, type: files?.type } },
  };
  pack.pack_data = JSON.stringify({ version: 2, elements: [section(words), group] });
  pack.bundles = [words!, files!].map(({ id, type }) => ({ id, type }));
  expect(await device.packs.save(pack)).toMatchObject({ savedRemotely: true });
  return { device, host, pack, words: words!.id, files: files!.id };
}

const wordsOf = async (device: Device, id: string) => (await device.bundles.get(id))?.body?.processed;

test('[PVIEW-12] a pack is asked for with bundles, medias, channel and the pictures that stand for them', async () => {
  const { device, pack } = await deviceWithPack();
  device.network.calls.length = 0;
  expect(await device.packs.load(pack.id, { force: true })).toEqual({ ok: true });
  const [call] = device.network.calls.filter((address) => address.includes(`/salestool/pack/${pack.id}`));
  expect(new URL(call!.replace('GET ', '')).searchParams.get('include')?.split(',').sort()).toEqual([
    ...['bundles', 'bundles.image', 'channel', 'medias', 'medias.file'],
    ...['medias.preview_image', 'medias.thumbnail', 'medias.thumbnail_image'],
  ]);
});

test('[PVIEW-12, PVIEW-13] a refresh of a pack brings what was rewritten of its bundles and its channel', async () => {
  const { device, host, pack, words, files } = await deviceWithPack();
  const before = await device.channels.view(at.retail);
  const listed = (await device.bundles.medias(files)).map(({ id }) => id);
  expect(await wordsOf(device, words)).not.toBe('<p>New words</p>');
  host.isRewritten = true;
  expect(await device.packs.load(pack.id, { force: true })).toEqual({ ok: true });
  expect(await wordsOf(device, words)).toBe('<p>New words</p>');
  // The channel is as whole as it was, and so are the files.
  expect(await device.channels.view(at.retail)).toEqual({ ...before, packFooterHtml: '<p>New footer</p>' });
  expect((await device.bundles.medias(files)).map(({ id }) => id)).toEqual(listed);
  expect(listed.length).toBeGreaterThan(0);
});

test('[SYNC-04] a bundle of which only words came is fetched whole when it is opened', async () => {
  const { device, host, pack, files } = await deviceWithPack();
  host.isRewritten = true;
  await device.packs.load(pack.id, { force: true });
  device.network.calls.length = 0;
  expect(await device.bundles.load(files)).toEqual({ ok: true });
  expect(device.network.calls.filter((call) => call.includes(files))).toHaveLength(1);
});

test('what comes with a pack later than newer words does not put older ones in their place', async () => {
  const { device, host, pack, words } = await deviceWithPack();
  host.isRewritten = true;
  await device.packs.load(pack.id, { force: true });
  host.isRewritten = false;
  await device.packs.load(pack.id, { force: true });
  expect(await wordsOf(device, words)).toBe('<p>New words</p>');
});

test('[SYNC-04] a bundle of which only words came has its files as before wherever they are looked for', async () => {
  const { device, host, pack, files } = await deviceWithPack();
  const { database } = device;
  const medias = (await device.bundles.medias(files)).map(({ id }) => id);
  async function found() {
    const documents = await channelDocuments(database, at.retail, at.host.url);
    return {
      searched: documents.map(({ id }) => id),
      places: await placesOfFiles(database, [files], medias),
      list: await listFiles(database, { kind: 'bundle', id: files }, at.host.url),
    };
  }
  const before = await found();
  expect(before).toMatchObject({ places: { areWhole: true }, list: { known: true } });
  host.isRewritten = true;
  expect(await device.packs.load(pack.id, { force: true })).toEqual({ ok: true });
  expect(await wordsOf(device, files)).toBe('<p>New words</p>');
  expect(await found()).toEqual(before);
});

test('a channel that was never downloaded does not count as downloaded when it comes with a pack', async () => {
  const { device, pack } = await deviceWithPack();
  const channels = device.database.records('salestool--channel');
  await channels.delete(at.retail);
  await device.packs.load(pack.id, { force: true });
  expect(await channels.get(at.retail)).toMatchObject({ _meta: { stub: true } });
  expect(await device.channels.summary(at.retail)).toMatchObject({ pulled: null });
});
