import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleUser } from '#testing/sample-content.ts';
import { sampleServices } from '#testing/sample-services.ts';
import { showApp, showWorld } from '#testing/show-app.tsx';

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('[AUTH-23] Signing out..., then Signed out with a way to log in again', async () => {
  let finish = () => {};
  const answer = new Promise<{ failure: null }>((resolve) => {
    finish = () => resolve({ failure: null });
  });
  const { at, calls } = await showApp('/user/logout', {
    signOut: () => answer,
    waiting: [],
  });
  await expect.element(title('Signing out...')).toBeVisible();
  finish();
  await expect.element(title('Signed out')).toBeVisible();
  await expect.element(page.getByText('You have been signed out', { exact: true })).toBeVisible();
  expect(calls.filter((call) => call === 'sign out')).toHaveLength(1);
  await page.getByRole('link', { name: 'Login' }).click();
  await expect.poll(at).toBe('/user/login');
});

test('[AUTH-24] a failing endpoint is told with Try again, and the session is gone all the same', async () => {
  const { session } = await showApp('/user/logout', {
    signOut: async () => ({ failure: 'Service Unavailable' }),
    waiting: [],
  });
  await expect.element(title('Signed out on this device')).toBeVisible();
  await expect.element(page.getByText('The server has not heard of it: Service Unavailable.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(session.current().user).toBeNull();
});

test('[F18] a device too slow to count what stays signs its rep out without that number', async () => {
  const world = sampleServices();
  world.services.waiting.count = () => new Promise<number>(() => {});
  const { session } = await showWorld('/user/logout', world);
  await expect.element(title('Signed out')).toBeVisible();
  await expect.element(page.getByText('You have been signed out', { exact: true })).toBeVisible();
  expect(session.current().user).toBeNull();
});

test('whoever leaves work on the device is told how it goes out', async () => {
  await showApp('/user/logout');
  await expect.element(title('Signed out')).toBeVisible();
  await expect
    .element(
      page.getByText(/\d+ items of yours wait on this device. They go out when you log in here again./),
    )
    .toBeVisible();
});

test('[AUTH-15] a host that signs out on a page of its own gets a button to it, and nobody is signed in here', async () => {
  const logout = { mode: 'link', url: 'https://id.velden.example/bye' } as const;
  const { session } = await showApp('/user/logout', { configuration: { auth: { logout } } });
  await expect
    .element(page.getByRole('link', { name: 'Log out of Velden' }))
    .toHaveAttribute('href', 'https://id.velden.example/bye');
  await expect.element(title('Signed out')).toBeVisible();
  expect(session.current().user).toBeNull();
});

test.each([
  ['the server heard', null],
  ['the server did not hear', 'Service Unavailable'],
])(
  '[AUTH-07, AUTH-25] Back after the next sign-in leads past form and sign-out, and signs nobody out (%s)',
  async (_, failure) => {
    const { history, session, calls, at } = await showApp('/settings', {
      signOut: async () => ({ failure }),
    });
    await expect.element(title('Settings')).toBeVisible();
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByRole('textbox', { name: 'Username or email' }).fill('nora');
    await page.getByLabelText('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect.poll(at).toBe('/');
    history.back();
    await expect.element(title('Settings')).toBeVisible();
    expect(session.current().user).not.toBeNull();
    expect(calls.filter((call) => call === 'sign out')).toHaveLength(1);
  },
);

test('[AUTH-23] Forward after the next sign-in leads home, and signs nobody out', async () => {
  const { history, session, calls, at } = await showApp('/user/login', {
    session: { user: null },
    signOut: async () => ({ failure: null }),
    waiting: [],
  });
  await page.getByRole('textbox', { name: 'Username or email' }).fill('nora');
  history.push('/user/logout');
  await expect.element(title('Signed out')).toBeVisible();
  history.back();
  await page.getByRole('textbox', { name: 'Username or email' }).fill('nora');
  session.set({ ...session.current(), user: sampleUser });
  history.forward();
  await expect.poll(at).toBe('/');
  expect(session.current().user).not.toBeNull();
  expect(calls.filter((call) => call === 'sign out')).toHaveLength(1);
});

describe('[AUTH-23] a sign-out that is left before it is over', () => {
  const field = page.getByRole('textbox', { name: 'Username or email' });

  test.each([
    ['somebody else', { ...sampleUser, uuid: '7a2c9a4e-0000-4000-8000-000000000002' }],
    ['the same person', sampleUser],
  ])('signs out nobody who comes back to it by Forward after %s signed in', async (_who, next) => {
    const answer = Promise.withResolvers<{ failure: null }>();
    const { history, session, calls, at } = await showApp('/user/login', {
      session: { user: null },
      signOut: () => answer.promise,
      waiting: [],
    });
    await expect.element(field).toBeVisible();
    session.set({ ...session.current(), user: sampleUser });
    history.push('/user/logout');
    await expect.element(title('Signing out...')).toBeVisible();
    await expect.poll(() => calls).toContain('sign out');
    history.back();
    answer.resolve({ failure: null });
    await expect.poll(() => session.current().user).toBeNull();
    await field.fill('nora');
    session.set({ ...session.current(), user: next });
    history.forward();
    await expect.poll(at).toBe('/');
    expect(session.current().user).not.toBeNull();
    expect(calls.filter((call) => call === 'sign out')).toHaveLength(1);
  });

  test.each([
    ['goes on when its page is loaded anew', sampleUser.uuid, '/user/logout', 1],
    ['signs out nobody else when it is', 'somebody else', '/', 0],
  ])('%s', async (_what, whose, address, times) => {
    const { history, at, calls, session } = await showApp('/settings', { waiting: [] });
    await expect.element(title('Settings')).toBeVisible();
    // As it was left by the page before.
    history.push('/user/logout', { signOut: { id: 'of before', whose } });
    await expect.poll(at).toBe(address);
    await expect.poll(() => calls.filter((call) => call === 'sign out')).toHaveLength(times);
    await expect.element(title('Signing out...')).not.toBeInTheDocument();
    expect(session.current().user === null).toBe(times > 0);
  });
});
