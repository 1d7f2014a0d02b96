import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BundleRecord } from '#storage/records.ts';
import { sampleBundleRecords } from '#testing/sample-content.ts';
import type { SampleOptions } from '#testing/sample-options.ts';
import { sampleServices } from '#testing/sample-services.ts';
import { showApp, showWorld } from '#testing/show-app.tsx';
import calculatorStyles from '../../../../demo/channels/retail-hospitality/bundles/08-savings-calculator/app/calculator.css?raw';
import calculatorScript from '../../../../demo/channels/retail-hospitality/bundles/08-savings-calculator/app/calculator.js?raw';
import counterPicture from '../../../../demo/channels/retail-hospitality/bundles/08-savings-calculator/app/counter.svg?raw';

const script = (text: string) => new Blob([text], { type: 'text/javascript' });
const calculatorFiles = new Map([
  ['calculator.css', new Blob([calculatorStyles], { type: 'text/css' })],
  ['calculator.js', script(calculatorScript)],
  ['counter.svg', new Blob([counterPicture], { type: 'image/svg+xml' })],
]);

const frameOf = (title: string) => page.getByTitle(title);
const insideOf = (title: string) => page.frameLocator(frameOf(title));
const sandboxOf = (title: string) => frameOf(title).element().getAttribute('sandbox')?.split(' ') ?? [];
const withFields = (id: string, fields: object) =>
  sampleBundleRecords.map((record) => (record.id === id ? { ...record, ...fields } : record) as BundleRecord);

/** What the app in the frame says, by `parent.postMessage`. */
function answerOfFrame() {
  return new Promise<unknown>((resolve) => {
    window.addEventListener('message', ({ data }) => {
      if (data?.probe) resolve(data.probe);
    });
  });
}

const probed = (text: string, options: SampleOptions = {}) => {
  const answer = answerOfFrame();
  const files = new Map([
    ['calculator.css', new Blob([''], { type: 'text/css' })],
    ['calculator.js', script(text)],
  ]);
  return showApp('/apps/calculator', { appFiles: files, ...options }).then((shown) => ({ ...shown, answer }));
};

describe('embed app', () => {
  test('[APP-01, APP-06, APP-08] the calculator of the demo runs with its styles, files and initial data, and that is an event', async () => {
    const { events } = await showApp('/apps/calculator', {
      appFiles: calculatorFiles,
      records: withFields('calculator', {
        init_data: '{"currency":"GBP","locale":"en-GB","title":"What it costs"}',
      }),
    });
    const inside = insideOf('Savings calculator');
    await inside.getByRole('heading', { level: 1, name: 'What it costs' }).click();
    await inside
      .getByText(/Velden saves £/)
      .first()
      .click();
    await inside.getByLabelText('Card sales a month').fill('100000');
    await inside.getByRole('cell', { name: '£1,350.00' }).click();
    await expect.poll(() => events).toMatchObject([{ eventTypeId: 35, channelId: 'retail' }]);
    expect(events).toHaveLength(1);
  });

  test('[APP-08] bad initial data counts as none, and files are had by name', async () => {
    const { answer } = await probed(
      `parent.postMessage({ probe: [satchel.initData, satchel.fileUrl('calculator.js')?.slice(0, 5), satchel.fileUrl('other')] }, '*')`,
      { records: withFields('calculator', { init_data: '{"currency":' }) },
    );
    expect(await answer).toEqual([null, 'blob:', null]);
  });

  test('[APP-01] it has neither the page, nor what the app keeps, nor the network', async () => {
    localStorage.setItem('satchel-session', 'a token');
    const { answer } = await probed(`
      const attempt = async (work) => {
        try { await work(); return 'reached'; } catch (error) { return error.name; }
      };
      Promise.all([
        attempt(() => parent.document.body),
        attempt(() => localStorage.length),
        attempt(() => document.cookie),
        attempt(() => new Promise((resolve, reject) => {
          const opening = indexedDB.open('satchel');
          opening.onsuccess = resolve;
          opening.onerror = () => reject(opening.error);
        })),
        attempt(() => fetch(${JSON.stringify(new URL('/', location.href).href)})),
      ]).then((probe) => parent.postMessage({ probe }, '*'));
    `);
    expect(await answer).toEqual([
      'SecurityError',
      'SecurityError',
      'SecurityError',
      'SecurityError',
      'TypeError',
    ]);
    expect(sandboxOf('Savings calculator')).not.toContain('allow-same-origin');
    expect(sandboxOf('Savings calculator')).not.toContain('allow-top-navigation');
  });

  test('files that cannot be had are told, and nothing was launched', async () => {
    const world = sampleServices();
    world.services.bundles.appFiles = () => Promise.reject(new Error('Application is offline'));
    const { events } = await showWorld('/apps/calculator', world);
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/^Unable to load bundle: Application is offline/);
    expect(events).toEqual([]);
  });

  test('an app that could not be had leaves no empty frame, and runs when asked again or with the connection', async () => {
    const world = sampleServices({ connection: { icon: 'offline', online: false } });
    let isThere = false;
    world.services.bundles.appFiles = async () => {
      if (!isThere) throw new Error('Application is offline');
      return calculatorFiles;
    };
    const { connection } = await showWorld('/apps/calculator', world);
    const alert = page.getByRole('alert');
    await expect.element(alert).toBeVisible();
    await expect.element(frameOf('Savings calculator')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(alert).toBeVisible();
    isThere = true;
    connection.set({ ...connection.current(), icon: 'online', online: true });
    await insideOf('Savings calculator').getByRole('heading', { level: 1 }).click();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test('[APP-06] one that says again and again what its frame says is launched once, and has its files anew only when the frame loads anew', async () => {
    const chatty = `
      const say = (type) => { for (let at = 0; at < 50; at++) parent.postMessage({ type, name: 'x' }, '*'); };
      addEventListener('message', ({ data }) => {
        if (data === 'anew') {
          window.name = 'anew';
          location.reload();
          return;
        }
        for (const type of ['started', 'ready', 'failed']) say('satchel-frame-' + type);
        parent.postMessage({ probe: window.name || 'first' }, '*');
      });`;
    const files = new Map([
      ['calculator.css', new Blob([''], { type: 'text/css' })],
      ['calculator.js', script(chatty)],
    ]);
    const world = sampleServices();
    const appFiles = vi.fn(async () => files);
    world.services.bundles.appFiles = appFiles;
    const { events } = await showWorld('/apps/calculator', world);
    const frame = frameOf('Savings calculator');
    const tell = (words: string) =>
      (frame.element() as HTMLIFrameElement).contentWindow?.postMessage(words, '*');
    await expect.element(frame).toHaveAttribute('aria-busy', 'false');
    const first = answerOfFrame();
    tell('talk');
    expect(await first).toBe('first');
    expect(appFiles).toHaveBeenCalledTimes(1);
    tell('anew');
    await expect.poll(() => appFiles.mock.calls.length).toBe(2);
    const second = answerOfFrame();
    const talk = () => {
      tell('talk');
      return Promise.race([second, null]);
    };
    await expect.poll(talk).toBe('anew');
    expect(appFiles).toHaveBeenCalledTimes(2);
    expect(events).toHaveLength(1);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('[APP-01] what somebody types in it stays when the app gets another name', async () => {
    const records = withFields('calculator', { init_data: '{"currency":"GBP","locale":"en-GB"}' });
    const { services } = await showApp('/apps/calculator', { appFiles: calculatorFiles, records });
    await insideOf('Savings calculator').getByLabelText('Card sales a month').fill('100000');
    const began = frameOf('Savings calculator').element().getAttribute('srcdoc');
    const at = records.findIndex(({ id }) => id === 'calculator');
    records[at] = { ...records[at]!, title: 'What it saves' };
    await services.bundles.load('calculator');
    await expect.element(frameOf('What it saves')).toHaveAttribute('srcdoc', began);
    await insideOf('What it saves').getByRole('cell', { name: '£1,350.00' }).click();
  });

  test('[APP-01] it fills the screen when asked', async () => {
    await showApp('/apps/calculator', { appFiles: calculatorFiles });
    const asked: Element[] = [];
    const own = Element.prototype.requestFullscreen;
    Element.prototype.requestFullscreen = async function () {
      asked.push(this);
    };
    await page.getByRole('button', { name: 'Full screen' }).click();
    Element.prototype.requestFullscreen = own;
    expect(asked).toHaveLength(1);
    expect(asked[0]?.contains(frameOf('Savings calculator').element())).toBe(true);
  });

  describe.each([
    ['cannot, as on a phone', undefined],
    ['will not', () => Promise.reject(new TypeError('Not allowed'))],
  ])('where the browser %s', (_, requestFullscreen) => {
    const own = Element.prototype.requestFullscreen;
    beforeEach(() => {
      Object.assign(Element.prototype, { requestFullscreen });
    });
    afterEach(() => {
      Element.prototype.requestFullscreen = own;
    });

    const leave = page.getByRole('button', { name: 'Leave full screen' });
    const ways: [string, () => Promise<void>][] = [
      ['Its button', () => leave.click()],
      ['Escape', () => userEvent.keyboard('{Escape}')],
    ];

    test.each(ways)('[APP-01] it fills the window. %s ends that', async (_way, end) => {
      await showApp('/apps/calculator', { appFiles: calculatorFiles });
      const corners = () =>
        [document.elementFromPoint(1, 1), document.elementFromPoint(innerWidth - 1, innerHeight - 1)].map(
          (met) => met?.contains(frameOf('Savings calculator').element()) ?? false,
        );
      await page.getByRole('button', { name: 'Full screen' }).click();
      await expect.poll(corners).toEqual([true, true]);
      await end();
      await expect.element(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
      expect(corners()).not.toEqual([true, true]);
    });

    test('[APP-01, NAV-59] Escape closes what is asked above it alone', async () => {
      const { updateReady } = await showApp('/apps/calculator', { appFiles: calculatorFiles });
      await page.getByRole('button', { name: 'Full screen' }).click();
      await expect.element(leave).toBeVisible();
      await insideOf('Savings calculator').getByLabelText('Card sales a month').fill('100000');
      updateReady.set(true);
      const question = page.getByRole('dialog', { name: 'New version' });
      await expect.element(question.getByRole('button', { name: 'Later' })).toBeVisible();
      await expect.poll(() => question.element().contains(document.activeElement)).toBe(true);
      await userEvent.keyboard('{Escape}');
      await expect.element(question).not.toBeInTheDocument();
      await leave.click();
      await expect.element(leave).not.toBeInTheDocument();
    });
  });
});

describe('iframe app', () => {
  test('[APP-04, APP-06] it embeds the first address, without the app’s origin, and that is an event', async () => {
    const { events } = await showApp('/apps/finder', {
      records: withFields('finder', {
        urls: [
          { uri: '/favicon.svg?first', title: '', options: [] },
          { uri: '/favicon.svg?second', title: '', options: [] },
        ],
      }),
    });
    await expect
      .element(frameOf('Terminal finder'))
      .toHaveAttribute('src', new URL('/favicon.svg?first', location.href).href);
    expect(sandboxOf('Terminal finder')).toContain('allow-scripts');
    expect(sandboxOf('Terminal finder')).not.toContain('allow-same-origin');
    await expect.poll(() => events).toMatchObject([{ eventTypeId: 35, channelId: 'retail' }]);
  });

  test('[APP-06] one launch is one event, whatever changes while it runs', async () => {
    const records = [...sampleBundleRecords];
    const { events, session, services } = await showApp('/apps/finder', { records });
    await expect.element(frameOf('Terminal finder')).toBeInTheDocument();
    const at = records.findIndex(({ id }) => id === 'finder');
    records[at] = { ...records[at]!, title: 'Finder of terminals' };
    await services.bundles.load('finder');
    await expect.element(frameOf('Finder of terminals')).toBeInTheDocument();
    session.set({ ...session.current(), activeChannelId: 'transit' });
    await expect.element(page.getByRole('button', { name: /Transit & Parking/ })).toBeVisible();
    session.set({ ...session.current(), user: null });
    await expect.element(page.getByRole('button', { name: 'Profile menu', exact: true })).toBeVisible();
    expect(events).toMatchObject([
      { eventTypeId: 35, channelId: 'retail', description: 'App launch: Terminal finder' },
    ]);
  });

  test('without a connection it says that it needs one, and nothing of the browser stands in its place', async () => {
    const { events } = await showApp('/apps/finder', { connection: { icon: 'offline', online: false } });
    await expect.element(page.getByText('This experience needs a connection.')).toBeVisible();
    await expect.element(frameOf('Terminal finder')).not.toBeInTheDocument();
    expect(events).toEqual([]);
  });

  describe('while only the content host is down', () => {
    const other = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    const elsewhere = `http://${other}:${location.port}/favicon.svg`;
    const show = (uri: string) =>
      showApp('/apps/finder', {
        connection: { icon: 'offline', online: false },
        records: withFields('finder', { urls: [{ uri, title: '', options: [] }] }),
      });
    const need = page.getByText('This experience needs a connection.');

    test('[APP-04] an app that lives elsewhere is shown', async () => {
      const { events } = await show(elsewhere);
      await expect.element(frameOf('Terminal finder')).toHaveAttribute('src', elsewhere);
      await expect.element(need).not.toBeInTheDocument();
      await expect.poll(() => events).toMatchObject([{ eventTypeId: 35, channelId: 'retail' }]);
    });

    test('[APP-04] one of this host is not', async () => {
      await show('/favicon.svg');
      await expect.element(need).toBeVisible();
      await expect.element(frameOf('Terminal finder')).not.toBeInTheDocument();
    });

    test('[APP-04] without a network an app that lives elsewhere waits for it', async () => {
      const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      onTestFinished(() => network.mockRestore());
      await show(elsewhere);
      await expect.element(need).toBeVisible();
      await expect.element(frameOf('Terminal finder')).not.toBeInTheDocument();
      network.mockReturnValue(true);
      dispatchEvent(new Event('online'));
      await expect.element(frameOf('Terminal finder')).toHaveAttribute('src', elsewhere);
      await expect.element(need).not.toBeInTheDocument();
    });
  });

  test('an address that no browser should open is told', async () => {
    const { events } = await showApp('/apps/finder', {
      records: withFields('finder', { urls: [{ uri: 'data:text/html,hello', title: '', options: [] }] }),
    });
    await expect.element(page.getByRole('alert')).toHaveTextContent('This experience has no address.');
    await expect.element(frameOf('Terminal finder')).not.toBeInTheDocument();
    expect(events).toEqual([]);
  });
});

test('[APP-02, APP-03, APP-06] the page of a link app launches it outside, and then relaunches it', async () => {
  const { events } = await showApp('/apps/portal');
  const launch = page.getByRole('main').getByRole('link', { name: /aunch Developer portal/ });
  await expect.element(launch).toHaveTextContent('Launch');
  await expect.element(launch).toHaveAttribute('href', 'https://developers.velden.example/start');
  await expect.element(launch).toHaveAttribute('target', '_blank');
  expect(events).toEqual([]);
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await launch.click();
  await expect.element(launch).toHaveTextContent('Relaunch');
  expect(events).toMatchObject([{ eventTypeId: 35, description: 'App launch: Developer portal' }]);
});

test('[BUN-03, BUN-04] an app that is not there is Not found, with the way back to the experiences', async () => {
  const { at } = await showApp('/apps/gone');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Unable to load bundle: Not found/);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect.poll(at).toBe('/apps');
});
