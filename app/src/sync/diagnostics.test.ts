import { describe, expect, test } from 'vitest';
import { comesBack, devicesAtHost } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

describe('[SET-11, API-19] behind the screens', () => {
  test('the host is asked for the channel, the person, the sign-in and any path, as it answers', async () => {
    const device = await at.inRetail();
    const { diagnostics } = device;
    const channel = await diagnostics.ask('channel');
    expect(channel).toMatchObject({ status: 200, body: { data: { id: at.retail } } });
    expect((await diagnostics.ask('me')).body).toMatchObject([{ user: expect.anything() }]);
    expect((await diagnostics.ask('sign-in')).body).toMatchObject({ client: 'satchel' });
    const path = await diagnostics.ask({ path: ' jsonapi/nothing ' });
    expect(path).toMatchObject({ address: `${at.host.url}/jsonapi/nothing`, status: 404 });
  });

  test('nothing goes to another host', async () => {
    const { diagnostics } = await at.inRetail();
    for (const path of ['https://elsewhere.example/', '//elsewhere.example/', 'javascript:alert(1)']) {
      await expect(diagnostics.ask({ path })).rejects.toThrow('Only paths of the content host');
    }
  });

  test('what comes and is no JSON is shown as it came, and takes no window offline', async () => {
    const device = await at.inRetail();
    const { diagnostics, network, connection } = device;
    network.state = 'portal';
    expect(await diagnostics.ask({ path: '/about' })).toEqual({
      address: `${at.host.url}/about`,
      status: 200,
      body: '<html>Welcome to the hotel</html>',
    });
    expect(connection.isOnline()).toBe(true);
    network.state = 'up';
    expect(await diagnostics.ask({ path: '/p/no-such-page' })).toMatchObject({
      status: 404,
      body: expect.stringContaining('<html'),
    });
    expect(connection.isOnline()).toBe(true);
  });

  test('without a channel, a signal or a person it says so', async () => {
    const device = await at.signedIn();
    await expect(device.diagnostics.ask('channel')).rejects.toThrow('No channel is chosen');
    const tokens = await device.diagnostics.tokens();
    expect(tokens?.token).toBe(device.session.current().tokens?.token);
    device.network.state = 'down';
    expect(await device.diagnostics.ask('me')).toMatchObject({ status: null, body: 'No response' });
    await comesBack(device);
    await device.service.signOut();
    expect(await device.diagnostics.tokens()).toBeNull();
    expect(await device.diagnostics.ask('me')).toMatchObject({ status: null, body: 'You are not logged in' });
  });
});
