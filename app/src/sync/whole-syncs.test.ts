import { describe, expect, test } from 'vitest';
import { comesBack, devicesAtHost, draftOf } from '#testing/devices-at-host.ts';

const at = devicesAtHost();
const fresh = { ok: true, skipped: 'Content fresh enough' };

test('[SYNC-28, SYNC-04] on a shared device a channel that somebody else has just loaded brings the next one their own packs', async () => {
  const elsewhere = await at.inRetail('ines');
  const own = draftOf(elsewhere, 'Of Ines');
  await elsewhere.packs.save(own);
  const device = await at.inRetail('nora');
  await device.service.signOut();
  await device.service.signIn({ username: 'ines', password: at.password });
  await device.service.selectChannel(at.retail);
  expect(await device.channels.load(at.retail)).toEqual({ ok: true });
  const mine = await device.packs.inChannel(at.retail);
  expect(mine.map(({ id }) => id)).toContain(own.id);
  expect(await device.channels.load(at.retail)).toEqual(fresh);
});

describe('a load whose packs did not come', () => {
  /** A device on which the lists with these words in their address do not arrive. */
  async function cutDevice(words: string) {
    const line = { isCut: true, asked: 0 };
    const come: string[] = [];
    const device = await at.signedIn('nora', {
      afterLoad: (id) => come.push(id),
      fetch: async (address, init) => {
        if (line.isCut && decodeURIComponent(String(address)).includes(words)) {
          line.asked += 1;
          throw new TypeError('Failed to fetch');
        }
        return fetch(address, init);
      },
    });
    await device.service.selectChannel(at.retail);
    return { device, line, come };
  }

  test.each(['filter[pack_type]=global', 'filter[pack_type]=private', '/salestool/signature'])(
    '[SYNC-09] (%s) says so, keeps the pictures of the channel that came, and the next one brings them',
    async (words) => {
      const { device, line, come } = await cutDevice(words);
      expect(await device.channels.load(at.retail)).toMatchObject({ ok: false });
      expect((await device.channels.view(at.retail))?.counts.bundles).toBeGreaterThan(0);
      expect(await device.channels.lastSync(at.retail)).toBeNull();
      await expect.poll(() => come).toEqual([at.retail]);
      line.isCut = false;
      await comesBack(device);
      expect(await device.channels.load(at.retail)).toEqual({ ok: true });
      expect(await device.packs.inChannel(at.retail)).not.toEqual([]);
      expect(await device.channels.lastSync(at.retail)).not.toBeNull();
      expect(await device.channels.load(at.retail)).toEqual(fresh);
    },
  );

  test('[F20] of a host that never gives them it is asked twice, then after a while or when somebody says so', async () => {
    const { device, line } = await cutDevice('filter[pack_type]=global');
    const loadOnline = async (options = {}) => {
      await comesBack(device);
      return device.channels.load(at.retail, options);
    };
    for (let times = 0; times < 4; times += 1) expect(await loadOnline()).toMatchObject({ ok: false });
    expect(line.asked).toBe(2);
    expect(await loadOnline({ force: true })).toMatchObject({ ok: false });
    expect(line.asked).toBe(3);
    line.isCut = false;
    expect(await loadOnline()).toMatchObject({ ok: false });
    expect(await loadOnline({ force: true })).toEqual({ ok: true });
    expect(await loadOnline()).toEqual(fresh);
  });

  test('a door is not called empty meanwhile', async () => {
    const { device } = await cutDevice('filter[pack_type]=global');
    await device.channels.load(at.retail);
    expect((await device.channels.view(at.retail))?.counts).toMatchObject({ packs: null });
  });
});

test('[SYNC-05, F27] what was loaded of a host before it was restored is asked for again', async () => {
  const generation = { now: null as string | null };
  const device = await at.inRetail('nora', {
    fetch: async (address, init) => {
      const answer = await fetch(address, init);
      if (generation.now === null || !String(address).endsWith('/config.json')) return answer;
      return Response.json({ ...(await answer.json()), generation: generation.now });
    },
  });
  expect(await device.channels.load(at.retail)).toEqual(fresh);
  generation.now = crypto.randomUUID();
  await (await device.engine()).meetHost();
  expect(await device.channels.load(at.retail)).toEqual({ ok: true });
  expect(await device.channels.load(at.retail)).toEqual(fresh);
});

test('[SYNC-04, MODEL-33] what an earlier version of the app loaded has come, and is asked for again', async () => {
  const device = await at.inRetail('nora');
  await device.database.marks.where('id').startsWith('synced:').delete();
  expect(await device.channels.lastSync(at.retail)).not.toBeNull();
  expect(await device.channels.load(at.retail)).toEqual({ ok: true });
  expect(await device.channels.load(at.retail)).toEqual(fresh);
});
