import { expect, test, vi } from 'vitest';
import { devicesAtHost, draftOf } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

/** Gives the first list of private packs that the host answers only when it is let go. */
function sleepsOverPacks() {
  const [answered, awake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFirst = true;
  const sleeping: typeof fetch = async (address, init) => {
    const answer = await fetch(address, init);
    const { pathname, search } = new URL(String(address));
    if (isFirst && pathname.endsWith('/salestool/pack') && decodeURIComponent(search).includes('private')) {
      isFirst = false;
      answered.resolve();
      await awake.promise;
    }
    return answer;
  };
  return { sleeping, answered: answered.promise, wake: awake.resolve };
}

test('[SYNC-29] a list of packs that a window slept over takes nothing away that another window has stored since', async () => {
  const { sleeping, answered, wake } = sleepsOverPacks();
  const slept = await at.signedIn('nora', { fetch: sleeping });
  await slept.service.selectChannel(at.retail);
  const loading = slept.channels.load(at.retail, { force: true });
  await answered;

  const phone = await at.inRetail('nora');
  const pack = draftOf(phone, 'Made on the phone meanwhile');
  expect(await phone.packs.save(pack)).toMatchObject({ savedRemotely: true });
  const awake = at.open({ shared: slept.shared });
  expect(await awake.channels.load(at.retail, { force: true })).toEqual({ ok: true });
  expect(await awake.packs.get(pack.id)).toMatchObject({ title: pack.title });

  wake();
  expect(await loading).toEqual({ ok: true });
  expect(await slept.packs.get(pack.id)).toMatchObject({ title: pack.title });
});

test('what a window leaves that is closed in the middle of a push goes as soon as somebody comes to another one', async () => {
  const unanswered: typeof fetch = (address, init) =>
    init?.method === 'POST' && String(address).includes('/salestool/pack')
      ? new Promise<never>(() => {})
      : fetch(address, init);
  // Its locks go with the window.
  const closed = await at.signedIn('nora', { fetch: unanswered, withLock: (_name, task) => task() });
  await closed.service.selectChannel(at.retail);
  await closed.channels.load(at.retail, { force: true });
  const pack = draftOf(closed, 'Saved as the window was closed');
  void closed.packs.save(pack);
  await vi.waitFor(() => expect(closed.network.calls.some((call) => /^POST .*pack$/.test(call))).toBe(true));

  const next = at.open({ shared: closed.shared });
  await next.engine();
  expect(await next.waiting.items()).toMatchObject([{ id: pack.id, state: 'going' }]);
  // Half a minute later nobody sends it any more.
  const later = at.open({ shared: closed.shared, now: () => Date.now() + 30_000 });
  expect(await later.waiting.items()).toMatchObject([{ id: pack.id, state: 'waiting' }]);
  next.come();
  await vi.waitFor(async () => expect(await next.waiting.items()).toEqual([]));
  expect(await next.packs.get(pack.id)).toMatchObject({ title: pack.title });
  const asNora = await at.host.signIn('nora');
  expect((await asNora(`/jsonapi/salestool/pack/${pack.id}`)).status).toBe(200);
});
