import { afterEach, expect, test, vi } from 'vitest';
import { configurationKey, thisBuild } from '#remote/fetch-configuration.ts';
import type { Notice } from '#services.ts';
import { startServices } from '#start-services.ts';
import { sampleConfiguration } from '#testing/sample-configuration.ts';
import { sampleUser } from '#testing/sample-content.ts';

const sessionKey = 'satchel-session';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.removeItem(sessionKey);
});

/** Nora's device, and a host that takes no token: neither that of her session nor those it gives in its place, if any. */
async function start({ renews }: { renews: boolean }) {
  const tokens = { token: 'first', refreshToken: 'first again', expiresIn: 300, expires: 0 };
  localStorage.setItem(configurationKey, JSON.stringify({ ...sampleConfiguration, readBy: thisBuild }));
  localStorage.setItem(sessionKey, JSON.stringify({ state: { tokens, user: sampleUser }, version: 1 }));
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/config.json')) return Response.json(sampleConfiguration);
    if (!renews || !address.endsWith('/oauth/token')) return Response.json({}, { status: 401 });
    return Response.json({ access_token: crypto.randomUUID(), refresh_token: 'next', expires_in: 300 });
  });
  const services = await startServices();
  const notices: Notice[] = [];
  services.notices.listen((notice) => notices.push(notice));
  const ask = async () => (await services.diagnostics.ask({ path: '/jsonapi' })).body;
  return { ...services, notices, ask };
}

test.each([true, false])(
  '[F17, AUTH-20] who is refused with every token is led to the login once, whether the host gives others or not (%s)',
  async (renews) => {
    const { notices, ask, session } = await start({ renews });
    for (let again = 0; again < 2; again += 1) expect(await ask()).toBe('You are not logged in');
    await expect
      .poll(() => notices)
      .toMatchObject([
        {
          tone: 'problem',
          text: 'Unable to refresh the server security token. Please sign in again',
          action: { label: 'Login', to: '/user/login' },
        },
      ]);
    expect(session.current().user?.uuid).toBe(renews ? sampleUser.uuid : undefined);
  },
);
