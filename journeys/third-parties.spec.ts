import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHost } from './support/host-process.ts';
import { test as base, expect } from './support/journey.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

interface Told {
  path: string;
  headers: Record<string, unknown>;
  body: string;
}

const tagManager = `
  const push = dataLayer.push.bind(dataLayer);
  const tell = (entry) => void fetch(new URL('/told', document.currentScript?.src ?? origin), {
    method: 'POST', mode: 'no-cors', body: JSON.stringify(entry),
  });
  const origin = document.currentScript.src;
  dataLayer.push = (entry) => { tell(entry); return push(entry); };
  for (const entry of [...dataLayer]) tell(entry);
`;

const widget = `
  document.body.append(Object.assign(document.createElement('p'), { textContent: 'What went wrong?' }));
`;

/** Somebody else's server: a tag manager, a feedback widget and a place for errors. */
async function startThirdParty() {
  const told: Told[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    told.push({ path: request.url ?? '', headers: request.headers, body });
    const script = { '/tag.js?id=1': tagManager, '/widget.js': widget }[request.url ?? ''];
    response.writeHead(script ? 200 : 204, { 'content-type': 'text/javascript' }).end(script);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    told,
    at: (path: string) => told.filter((call) => call.path.startsWith(path)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const test = base.extend<{ party: Awaited<ReturnType<typeof startThirdParty>>; isConfigured: boolean }>({
  isConfigured: [true, { option: true }],
  party: async ({}, use) => {
    const party = await startThirdParty();
    await use(party);
    await party.stop();
  },
  host: async ({ party, isConfigured }, use) => {
    const env = {
      ANALYTICS_URL: `${party.address}/tag.js?id=1`,
      FEEDBACK_URL: `${party.address}/widget.js`,
      ERRORS_URL: `${party.address}/errors`,
    };
    const { host, dispose } = await startHost(isConfigured ? { env } : {});
    await use(host);
    await dispose();
  },
});

// The page is broken on purpose, and the browser and React say so.
test.use({ expectedErrors: /Debug exception|Error: |The above error/ });

test('[TOUR-04, TOUR-06, TOUR-07, TOUR-08] configured third parties work under the app’s own policy, and learn no more than they are told', async ({
  page,
  party,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  const user = await page.evaluate(async () => {
    const session = Object.values(localStorage).find((value) => value.includes('refreshToken')) ?? '{}';
    return JSON.stringify(JSON.parse(session));
  });
  await rep.open('/content');
  await expect(rep.heading).toHaveText('Resources');
  const views = () => party.at('/told').map(({ body }) => JSON.parse(body) as Record<string, string>);
  await expect.poll(() => views().map(({ section }) => section)).toContain('all resources');
  const view = views().find(({ section }) => section === 'all resources');
  expect(Object.keys(view ?? {}).sort()).toEqual(['event', 'page', 'section', 'user_id']);
  expect(user).toContain(`"${view?.user_id}"`);

  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Feedback' }).click();
  await expect(page.frameLocator('iframe[title="Feedback"]').getByText('What went wrong?')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await rep.open('/settings');
  await page.getByRole('tab', { name: 'Debug' }).click();
  await page.getByRole('button', { name: 'Trigger an error' }).click();
  await expect(page.getByRole('alert')).toContainText('This page could not be shown');
  await expect.poll(() => party.at('/errors').length).toBe(1);
  const report = JSON.parse(party.at('/errors')[0]?.body ?? '{}') as Record<string, unknown>;
  expect(report).toMatchObject({ app: '1.7.0', page: 'settings', name: 'Error', message: null });
  expect(String((report.stack as string[])[0])).toMatch(/ \/assets\/[\w.-]+\.js:\d+:\d+$/);

  for (const { headers, body, path } of party.told) {
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('referer');
    expect(`${path} ${body}`).not.toMatch(/velden|nora|Bearer|[A-Za-z0-9_-]{40,}/i);
  }
});

test.describe('without their settings', () => {
  test.use({ isConfigured: false });

  test('[TOUR-09] nothing is asked of anybody but the host', async ({ page, party, host }) => {
    const asked = new Set<string>();
    page.on('request', (request) => {
      if (request.url().startsWith('http')) asked.add(new URL(request.url()).origin);
    });
    const rep = new Rep(page);
    await rep.signInToChannel(people.nora);
    await rep.open('/settings');
    await page.getByRole('tab', { name: 'Debug' }).click();
    await page.getByRole('button', { name: 'Trigger an error' }).click();
    await expect(page.getByRole('alert')).toContainText('This page could not be shown');
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Feedback' })).toBeHidden();
    expect([...asked]).toEqual([host.address]);
    expect(party.told).toEqual([]);
  });
});
