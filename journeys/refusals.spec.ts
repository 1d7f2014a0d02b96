import { expect, test } from './support/journey.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

test('[AUTH-08, AUTH-10] a wrong password is said plainly, and the name stays in the field', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByLabel('Username or email').fill('nora.lindqvist');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Unable to log in: Failed to log in');
  await expect(page.getByLabel('Username or email')).toHaveValue('nora.lindqvist');
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('an unreachable host at the sign-in is said plainly', async ({ page, host }) => {
  const rep = new Rep(page);
  await page.goto('/');
  await rep.waitForWorker();
  await host.stop();
  await rep.signIn(people.nora);
  await expect(page.getByRole('alert')).toContainText('Unable to log in: ');
});

test('[AUTH-17, AUTH-18, API-07] an expired access token is renewed without a word', async ({ page }) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('satchel-session') ?? '');
    session.state.tokens.token = `${session.state.tokens.token.slice(0, -8)}expired_`;
    localStorage.setItem('satchel-session', JSON.stringify(session));
  });
  const refreshed = page.waitForResponse((answer) => answer.url().endsWith('/oauth/token') && answer.ok());
  await page.reload();
  await expect(rep.heading).toHaveText('Retail & Hospitality');
  await page.getByRole('button', { name: 'Refresh', exact: true }).first().click();
  await refreshed;
  await expect(rep.connection).toHaveAccessibleName(/^Online/);
  await expect(page.getByText('Unable to refresh the server security token')).toBeHidden();
});

test('a prospect link that is wrong or not yet known answers a friendly page that no cache keeps', async ({
  page,
  host,
}) => {
  for (const token of ['not-a-token', 'A'.repeat(32)]) {
    const answer = await page.goto(`${host.address}/p/${token}`);
    expect(answer?.headers()['cache-control']).toContain('no-store');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/error|stack|undefined/i);
  }
  expect(host.output).not.toContain('A'.repeat(32));
});
