import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorkerLink } from './page-side.ts';
import { presenceQuestion } from './presence.ts';

type Answering = (question: unknown, port: MessagePort) => void;

/** A browser's container around a worker that behaves as the test says. */
function surroundings(answering: Answering | null) {
  const active = answering && {
    postMessage: (question: unknown, [port]: MessagePort[]) => port && answering(question, port),
  };
  const registration = Object.assign(new EventTarget(), { active, waiting: null, update: async () => {} });
  const container = Object.assign(new EventTarget(), {
    controller: active,
    getRegistration: async () => registration,
    register: vi.fn(async () => registration),
  });
  const reload = vi.fn();
  return {
    reload,
    container,
    link: createWorkerLink({
      container: container as unknown as ServiceWorkerContainer,
      script: '/service-worker.js',
      reload,
      whenDue: () => {},
    }),
  };
}

/** So long is waited for a worker that kept silent to say anything at all. */
const lifeLimitMs = 5000;
const urls = ['/sites/default/files/k/a.pdf'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('asking', () => {
  test('[CACHE-09] without a worker nothing can be cached, and that is said', async () => {
    const { link } = surroundings(null);
    await expect(link.ask({ type: 'st-precache', urls })).rejects.toThrow('No service worker is active');
    const none = createWorkerLink({ container: undefined, script: '', reload() {}, whenDue() {} });
    await none.register();
    await expect(none.ask({ type: 'st-decache', urls })).rejects.toThrow('No service worker is active');
  });

  test('[CACHE-10] the cache viewer is told that no worker runs, or that there are no caches', async () => {
    const { link } = surroundings(null);
    await expect(link.ask({ type: 'st-get-caches' })).rejects.toThrow('No service worker running');
    const empty = surroundings((_question, port) => port.postMessage({ caches: [] }));
    await expect(empty.link.ask({ type: 'st-get-caches' })).rejects.toThrow('No caches found');
  });

  test('[CACHE-05] an error that comes back rejects with its words', async () => {
    const { link } = surroundings((_question, port) => port.postMessage({ error: 'There is no cache x' }));
    const asked = link.ask({ type: 'st-get-cache-contents', cacheName: 'x' });
    await expect(asked).rejects.toThrow('There is no cache x');
  });

  describe('at the very first visit', () => {
    /** A browser that has a worker from its registration on, which gets active when the test says so. */
    function firstVisit() {
      const states = Object.assign(new EventTarget(), {
        state: 'installing',
        postMessage: (_question: unknown, [port]: MessagePort[]) =>
          port?.postMessage({ ok: true, cached: 1, failed: [] }),
      });
      let registration: EventTarget | undefined;
      const registered = Promise.withResolvers<EventTarget>();
      const container = Object.assign(new EventTarget(), {
        controller: null,
        getRegistration: async () => registration,
        register: () => registered.promise,
      });
      const link = createWorkerLink({
        container: container as unknown as ServiceWorkerContainer,
        script: '/service-worker.js',
        reload() {},
        whenDue() {},
      });
      return {
        link,
        registers() {
          registration = Object.assign(new EventTarget(), {
            active: null,
            waiting: null,
            installing: states,
          });
          registered.resolve(registration);
        },
        gets(state: string) {
          states.state = state;
          states.dispatchEvent(new Event('statechange'));
        },
      };
    }

    test('files wait for the worker that is being installed', async () => {
      const { link, registers, gets } = firstVisit();
      void link.register();
      const asked = link.ask({ type: 'st-precache', urls });
      registers();
      await vi.dynamicImportSettled();
      gets('installed');
      gets('activating');
      expect(await asked).toMatchObject({ cached: 1 });
    });

    test('[CACHE-09] an installation that fails is said, and nobody waits on', async () => {
      const { link, registers, gets } = firstVisit();
      void link.register();
      registers();
      const asked = expect(link.ask({ type: 'st-precache', urls })).rejects.toThrow(
        'No service worker is active',
      );
      await vi.dynamicImportSettled();
      gets('redundant');
      await asked;
    });

    test('who stops meanwhile waits no more', async () => {
      const { link, registers } = firstVisit();
      void link.register();
      registers();
      const stopped = new AbortController();
      const asked = link.ask({ type: 'st-precache', urls }, { signal: stopped.signal });
      stopped.abort(new Error('stopped'));
      await expect(asked).rejects.toThrow('stopped');
    });
  });

  test('a partial precaching resolves, with what is missing and why', async () => {
    const partial = {
      ok: false,
      cached: 0,
      failed: [{ url: urls[0], reason: 'storage-full' }],
      error: '1 of 1',
    };
    const { link } = surroundings((_question, port) => port.postMessage(partial));
    expect(await link.ask({ type: 'st-precache', urls })).toEqual(partial);
  });

  test('an answer of another version is not taken for one', async () => {
    const { link } = surroundings((_question, port) => port.postMessage({ fine: true }));
    await expect(link.ask({ type: 'st-reset' })).rejects.toThrow('does not understand');
  });

  test('silence ends with a sentence, and calls the work off', async () => {
    const { promise: heard, resolve: hear } = Promise.withResolvers<unknown>();
    const { link } = surroundings((_question, port) => {
      port.onmessage = ({ data }) => hear(data);
    });
    const asked = link.ask({ type: 'st-precache', urls }, { timeoutMs: 1000 });
    const ended = expect(asked).rejects.toThrow('The service worker did not answer');
    await vi.advanceTimersByTimeAsync(1000 + lifeLimitMs);
    await ended;
    expect(await heard).toEqual({ type: 'st-stop' });
  });

  test('[CACHE-12] a worker of an earlier version that gives no sign of life but answers something else waits for a file: that one is unreachable', async () => {
    const { promise: heard, resolve: hear } = Promise.withResolvers<unknown>();
    const { link } = surroundings((question, port) => {
      if ((question as { type: string }).type === 'st-get-caches') port.postMessage({ caches: [] });
      else port.onmessage = ({ data }) => hear(data);
    });
    const asked = link.ask({ type: 'st-precache', urls }, { timeoutMs: 1000 });
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await asked).toMatchObject({ ok: false, failed: [{ url: urls[0], reason: 'unreachable' }] });
    expect(await heard).toEqual({ type: 'st-stop' });
  });

  test('a file that is waited for is not silence while the worker gives signs of life', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<MessagePort>();
    const { link } = surroundings((_question, port) => reach(port));
    let heard = () => {};
    const asked = link.ask({ type: 'st-precache', urls }, { onProgress: () => heard() });
    const worker = await reached;
    for (let sign = 0; sign < 9; sign += 1) {
      await vi.advanceTimersByTimeAsync(10_000);
      const progress = new Promise<void>((resolve) => {
        heard = resolve;
      });
      worker.postMessage({ type: 'st-progress', url: urls[0], bytes: 0 });
      await progress;
    }
    const unreachable = { ok: false, cached: 0, failed: [{ url: urls[0], reason: 'unreachable' }] };
    worker.postMessage(unreachable);
    expect(await asked).toEqual(unreachable);
  });

  test('[CACHE-07] the worker is held while a file comes in that takes long, and not before or after', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { promise: reached, resolve: reach } = Promise.withResolvers<MessagePort>();
    const { link, container } = surroundings((_question, port) => reach(port));
    let heard = () => {};
    const asked = link.ask({ type: 'st-precache', urls }, { onProgress: () => heard() });
    const worker = await reached;
    const said = vi
      .spyOn(container.controller as unknown as ServiceWorker, 'postMessage')
      .mockImplementation(() => {});
    const heldAtMinute: number[] = [];
    for (let second = 10; second <= 600; second += 10) {
      await vi.advanceTimersByTimeAsync(10_000);
      const progress = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const before = said.mock.calls.length;
      worker.postMessage({ type: 'st-progress', url: urls[0], bytes: second });
      await progress;
      if (said.mock.calls.length > before) heldAtMinute.push(second / 60);
    }
    expect(heldAtMinute).toEqual([2, 4, 6, 8, 10]);
    expect(said).toHaveBeenCalledWith({ type: 'st-hold' });
    worker.postMessage({ ok: true, cached: 1, failed: [] });
    expect(await asked).toMatchObject({ cached: 1 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(said).toHaveBeenCalledTimes(5);
  });

  test('a long download is not silence while bytes come in', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<MessagePort>();
    const { link } = surroundings((_question, port) => reach(port));
    let heard = (_bytes: number) => {};
    const asked = link.ask(
      { type: 'st-precache', urls },
      { timeoutMs: 1000, onProgress: ({ bytes }) => heard(bytes) },
    );
    const worker = await reached;
    for (const bytes of [10, 20, 30]) {
      await vi.advanceTimersByTimeAsync(900);
      const progress = new Promise<number>((resolve) => {
        heard = resolve;
      });
      worker.postMessage({ type: 'st-progress', url: urls[0], bytes });
      expect(await progress).toBe(bytes);
    }
    worker.postMessage({ ok: true, cached: 1, failed: [] });
    expect(await asked).toMatchObject({ cached: 1 });
  });
});

describe('newer versions', () => {
  test('[CACHE-12] a worker that cannot be registered is logged and stops nothing', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { link, container } = surroundings(null);
    container.register.mockRejectedValueOnce(new Error('A bad MIME type'));
    await link.register();
    expect(warned).toHaveBeenCalledWith('Service worker:', 'A bad MIME type');
    warned.mockRestore();
  });

  test('the first worker of all is no update, the next one is announced to who listens', async () => {
    const { link, container } = surroundings(null);
    const listener = vi.fn();
    const forget = link.updateReady.subscribe(listener);
    await link.register();
    container.dispatchEvent(new Event('controllerchange'));
    expect(link.updateReady.current()).toBe(false);
    container.dispatchEvent(new Event('controllerchange'));
    expect(link.updateReady.current()).toBe(true);
    expect(listener).toHaveBeenCalledTimes(1);
    forget();
    container.dispatchEvent(new Event('controllerchange'));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('[F7] one that does not arrive whole is known until the next one comes', async () => {
    const { link, container } = surroundings(() => {});
    const registration = await container.register();
    const comes = () => {
      const installing = Object.assign(new EventTarget(), { state: 'installing' });
      Object.assign(registration, { installing }).dispatchEvent(new Event('updatefound'));
      return (state: string) => {
        installing.state = state;
        installing.dispatchEvent(new Event('statechange'));
      };
    };
    await link.register();
    comes()('redundant');
    expect([link.updateFailed.current(), link.updateReady.current()]).toEqual([true, false]);
    const gets = comes();
    expect(link.updateFailed.current()).toBe(false);
    gets('installed');
    // The one after it is here; that is no failure.
    gets('redundant');
    expect([link.updateFailed.current(), link.updateReady.current()]).toEqual([false, true]);
  });

  test.each([
    ['installed', [true, false]],
    ['redundant', [false, true]],
  ])(
    '[NAV-59, F7] one that was on its way before the page came is told of, too (%s)',
    async (state, told) => {
      const { link, container } = surroundings(() => {});
      const installing = Object.assign(new EventTarget(), { state: 'installing' });
      Object.assign(await container.register(), { installing });
      await link.register();
      expect([link.updateReady.current(), link.updateFailed.current()]).toEqual([false, false]);
      installing.state = state;
      installing.dispatchEvent(new Event('statechange'));
      expect([link.updateReady.current(), link.updateFailed.current()]).toEqual(told);
    },
  );

  test('[F10] a worker that takes itself away is told that the app is at work here', async () => {
    const { link, container } = surroundings(() => {});
    await link.register();
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    container.dispatchEvent(new MessageEvent('message', { data: presenceQuestion, ports: [port2] }));
    expect(await answer).toBe(true);
    port1.close();
  });

  test('[F8] the new version is asked until it takes over, and the browser reminded of it, and not any longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    vi.stubGlobal('document', { querySelectorAll: () => [] });
    const reminder = vi.fn(class extends EventTarget {});
    vi.stubGlobal('Worker', reminder);
    const { link, container, reload } = surroundings((_question, port) => port.postMessage({ ok: true }));
    let asked = 0;
    const waiting = {
      postMessage(_question: unknown, [port]: MessagePort[]) {
        asked += 1;
        port?.postMessage({ ok: true });
        if (asked === 3) container.dispatchEvent(new Event('controllerchange'));
      },
    };
    Object.assign(await container.register(), { waiting });
    const updated = link.update();
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(1000);
    await updated;
    await vi.advanceTimersByTimeAsync(2000);
    expect([asked, reminder.mock.calls.length]).toEqual([3, 2]);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('files that the worker let go are asked for again: of the version that took over, or of the same one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let asked = 0;
    const letGo = { ok: false, cached: 0, failed: [{ url: urls[0], reason: 'stopped' }] };
    const { link, container } = surroundings((_question, port) => {
      asked += 1;
      port.postMessage(asked < 3 ? letGo : { ok: true, cached: 1, failed: [] });
    });
    const kept = link.ask({ type: 'st-precache', urls });
    await vi.waitFor(() => expect(asked).toBe(1));
    await vi.dynamicImportSettled();
    await vi.waitFor(() => {
      container.dispatchEvent(new Event('controllerchange'));
      expect(asked).toBe(2);
    });
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(45_000);
      expect(asked).toBe(3);
    });
    expect(await kept).toMatchObject({ cached: 1 });
  });

  test('what somebody called off themselves is not asked for again', async () => {
    const stop = new AbortController();
    let asked = 0;
    const { link } = surroundings((_question, port) => {
      asked += 1;
      stop.abort();
      port.postMessage({ ok: false, cached: 0, failed: [{ url: urls[0], reason: 'stopped' }] });
    });
    const kept = await link.ask({ type: 'st-precache', urls }, { signal: stop.signal });
    expect([kept.cached, asked]).toEqual([0, 1]);
  });

  test('asking twice for the new version reloads once', async () => {
    const { link, reload } = surroundings(() => {});
    await Promise.all([link.update(), link.update()]);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
