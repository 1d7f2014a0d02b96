import { afterEach, describe, expect, test } from 'vitest';
import { type Device, memoryStorage } from '#testing/device.ts';
import { createMemoryHost } from '#testing/memory-host.ts';
import { draftOf, form, offline, openSignedIn, tokens, user } from '#testing/signed-in-device.ts';

const channels: BroadcastChannel[] = [];
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

/** Windows of one device that open one after the other, and one more voice on their channel. */
function device() {
  const host = createMemoryHost();
  const name = crypto.randomUUID();
  const answers = { fetch: host.fetch as typeof fetch };
  let shared: Device['shared'] | undefined;
  const channel = () => {
    const opened = new BroadcastChannel(name);
    channels.push(opened);
    return opened;
  };
  async function open(given: Partial<Parameters<typeof openSignedIn>[1]> = {}) {
    const window = openSignedIn(host, {
      windows: channel(),
      fetch: (...call) => answers.fetch(...call),
      ...(shared && { shared }),
      ...given,
    });
    shared ??= window.shared;
    await window.engine();
    return window;
  }
  const own = channel();
  return { host, answers, open, say: (data: unknown) => own.postMessage(data) };
}

const told = ({ shown }: Pick<Device, 'shown'>) => shown.map(({ text }) => text);
const refused = 'A message was refused by the server and did not go out.';
const signInAgain = 'Unable to refresh the server security token. Please sign in again';
const last = { tone: 'neutral', text: 'Said last' };

/** Everything that was said before has been heard by then. */
async function heard({ say }: ReturnType<typeof device>, window: Device, owner = user.uuid) {
  const notice = crypto.randomUUID();
  const before = told(window).length;
  // Of what is said to who has signed out they hear nothing else.
  say({ notice, owner, asksToSignIn: window.session.current().user === null, words: last });
  await expect.poll(() => told(window).slice(before)).toContain(last.text);
}

async function refuseMessage(world: ReturnType<typeof device>, window: Device) {
  const pack = draftOf(window, 'Offer');
  await window.packs.save(pack);
  await window.waiting.push();
  world.host.state.mood = 'refuses';
  await offline(window, () => window.messages.record(pack, form, 'send'));
  await window.waiting.push();
}

describe('what the engine of one window says', () => {
  test('[PSEND-20] is told once in every window of that person, in the same words', async () => {
    const world = device();
    const [one, other, third] = [await world.open(), await world.open(), await world.open()];
    await refuseMessage(world, one);
    for (const window of [other, third]) await expect.poll(() => told(window)).toEqual([refused]);
    expect(other.shown).toMatchObject([
      { tone: 'problem', action: { label: 'See why', to: '/settings#waiting' } },
    ]);
    await other.waiting.push();
    await heard(world, other);
    expect([told(one)[0], told(other)]).toEqual([refused, [refused, last.text]]);
    expect(told(one).filter((text) => text === refused)).toHaveLength(1);
  });

  test('[F18] is not told to somebody else, nor to whoever has signed out', async () => {
    const world = device();
    const one = await world.open();
    const ines = await world.open({ shared: { name: crypto.randomUUID(), storage: memoryStorage() } });
    ines.session.change({ user: { ...user, uuid: 'ines' } });
    const nobody = await world.open({ shared: { name: crypto.randomUUID(), storage: memoryStorage() } });
    nobody.session.clear();
    await refuseMessage(world, one);
    expect(told(one)).toEqual([refused]);
    await heard(world, ines, 'ines');
    await heard(world, nobody);
    expect([told(ines), told(nobody)]).toEqual([[last.text], [last.text]]);
  });

  test('goes in all windows when it is closed in one', async () => {
    const world = device();
    const [one, other] = [await world.open(), await world.open()];
    await refuseMessage(world, one);
    await expect.poll(() => told(other)).toEqual([refused]);
    other.shown[0]!.onClosed?.();
    await one.shown[0]!.until;
  });

  test('is not listened to in a shape that is not known', async () => {
    const world = device();
    const window = await world.open();
    const said = { notice: 'one', owner: user.uuid, asksToSignIn: false, words: last };
    const unknown = [
      { ...said, notice: 1 },
      { ...said, owner: null },
      { ...said, words: null },
      { ...said, words: { ...last, text: { html: '' } } },
      { ...said, words: { ...last, tone: 'loud' } },
      { ...said, words: { ...last, action: null } },
      { ...said, words: { ...last, action: { label: 'Go', to: 7 } } },
      null,
    ];
    for (const data of unknown) world.say(data);
    await heard(world, window);
    expect(told(window)).toEqual([last.text]);
  });
});

describe('who is to sign in again', () => {
  const refuses: typeof fetch = async () => Response.json({}, { status: 401 });
  const ask = (window: Device) =>
    expect(window.request('https://host.example/jsonapi')).rejects.toThrow('You are not logged in');

  test.each(['before', 'after'])(
    '[AUTH-20] is told in every window, also in one that finds itself signed out %s it hears so',
    async (when) => {
      const world = device();
      const [one, other] = [await world.open(), await world.open()];
      world.answers.fetch = refuses;
      await ask(one);
      if (when === 'before') other.session.reread();
      await expect.poll(() => told(other)).toEqual([signInAgain]);
      other.session.reread();
      expect(other.session.current().user).toBeNull();
      expect(other.shown).toMatchObject([{ tone: 'problem', action: { label: 'Login', to: '/user/login' } }]);
      expect(told(one)).toEqual([signInAgain]);
      // A window that was open in the meantime finds nothing more to say.
      await expect(other.request('https://host.example/jsonapi')).rejects.toThrow();
      expect(told(other)).toEqual([signInAgain]);
      one.session.change({ tokens, user });
      other.session.reread();
      await Promise.all([one.shown[0]!.until, other.shown[0]!.until]);
    },
  );

  test('[AUTH-20] is told so once for each time they sign in, though each window is refused by itself', async () => {
    const world = device();
    const [one, other] = [await world.open(), await world.open()];
    let renewals = 0;
    world.answers.fetch = async (address, init) => {
      if (!String(address).endsWith('/oauth/token')) return refuses(address, init);
      renewals += 1;
      return Response.json({ access_token: `renewed ${renewals}`, refresh_token: 'next', expires_in: 300 });
    };
    await ask(one);
    await expect.poll(() => told(other)).toEqual([signInAgain]);
    other.session.reread();
    await ask(other);
    // Its next call comes behind what it had to say.
    await ask(other);
    await heard(world, one);
    expect(told(one)).toEqual([signInAgain, last.text]);
    for (const window of [one, other]) {
      window.session.clear();
      window.session.change({ tokens, user });
    }
    await ask(other);
    await expect.poll(() => told(one)).toEqual([signInAgain, last.text, signInAgain]);
  });
});
