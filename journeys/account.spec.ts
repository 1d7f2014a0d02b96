import PostalMime from 'postal-mime';
import { expectNoAxeViolations } from './support/axe.ts';
import { HostClient } from './support/host-client.ts';
import { expect, test } from './support/journey.ts';
import { linkIn } from './support/outgoing.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

const salesRoles = [
  'sales_tool_user',
  'external_sales_tool_user',
  'sales_tool_manager',
  'external_sales_tool_manager',
];

// A host that the machine leaves no time sends calls away for a moment, and the app makes them again.
test.use({ expectedErrors: /the server responded with a status of 503/ });

test('[AUTH-01, AUTH-10, AUTH-11, AUTH-29, AUTH-38, API-10, API-11, API-12] a forgotten password: code by mail, reset, signed in automatically', async ({
  page,
  mailbox,
}) => {
  const wanted = 'nothing but new 2027';
  const scopes: string[][] = [];
  const logged: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (request.url().endsWith('/oauth/token'))
      scopes.push((new URLSearchParams(body).get('scope') ?? '').split(' '));
    if (request.url().endsWith('/salestool/log')) logged.push(body);
  });
  const rep = new Rep(page);
  await rep.signIn({ name: people.nora.name, password: 'forgotten' });
  await expect(page.getByRole('alert')).toContainText('Unable to log in: Failed to log in: ');
  expect(scopes[0]?.sort()).toEqual([...salesRoles].sort());

  await page.getByRole('link', { name: 'I forgot my password' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill('nora.lindqvist@velden.example');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('One-time code')).toBeFocused();
  await expect.poll(() => mailbox.accepted.length).toBe(1);
  const mail = await new PostalMime().parse(mailbox.accepted[0]?.raw ?? '');
  const code = /^(\d{6})$/m.exec(mail.text ?? '')?.[1] ?? '';
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  await page.getByLabel('One-time code').fill(wrong);
  await page.getByRole('button', { name: 'Check code' }).click();
  await expect(page.getByRole('alert')).toContainText('Error: The code is wrong or has expired. (-32000)');
  await page.getByLabel('One-time code').fill(code);
  await page.getByRole('button', { name: 'Check code' }).click();
  await page.getByLabel('New password', { exact: true }).fill(wanted);
  await page.getByLabel('Confirm new password', { exact: true }).fill(wanted);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText(`You are signed in as ${people.nora.name}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(rep.heading).toHaveText('Retail & Hospitality');

  // Signing out sends what is left of the log, and with it the reset.
  await rep.open('/user/logout');
  await expect(page.getByText('You have been signed out')).toBeVisible();
  expect(logged.filter((body) => body.includes('"event_type_id":3'))).toHaveLength(1);
  await rep.signIn({ name: people.nora.name, password: wanted });
  await expect(rep.heading).toHaveText('Retail & Hospitality');
});

test('[ACCT-05, ACCT-09, ACCT-10, API-20, API-21] the password is changed on the account page', async ({
  page,
}) => {
  const wanted = 'nothing but new 2027';
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.open('/user/account');
  const change = async (existing: string) => {
    await page.getByLabel('Current password', { exact: true }).fill(existing);
    await page.getByLabel('New password', { exact: true }).fill(wanted);
    await page.getByLabel('Confirm new password', { exact: true }).fill(wanted);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await change('a wrong one');
  await expect(page.getByRole('alert')).toHaveText(
    "Your current password is missing or incorrect; it's required to change the Password.",
  );
  await change(people.nora.password);
  await expect(page.getByText('Your password has been updated.')).toBeVisible();
  await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('');
  await rep.open('/user/logout');
  await expect(page.getByText('You have been signed out')).toBeVisible();
  await rep.signIn({ name: people.nora.name, password: wanted });
  await expect(rep.heading).toHaveText('Retail & Hospitality');
});

test('[AUTH-24, AUTH-28] when the server does not take the sign-out, Try again reloads the page, which ends as signed out', async ({
  page,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await page.route('**/oauth/revoke', (route) => route.fulfill({ status: 400, json: {} }));
  await rep.open('/user/logout');
  await expect(rep.heading).toHaveText('Signed out on this device');
  await expect(page.getByText('Bad Request (400)')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rep.heading).toHaveText('Signed out');
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
});

/** A picture as a camera would make one, wider than high. */
async function portrait(page: import('@playwright/test').Page) {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 1000);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#7cbbdb';
    context.fillRect(0, 0, 1600, 1000);
    context.fillStyle = '#b07748';
    context.beginPath();
    context.arc(800, 440, 220, 0, 7);
    context.fill();
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

test('[PROF-11, PROF-12, PROF-13, PROF-17, PROF-21, PROF-22, API-37, API-38, API-39, CONST-10] the profile: a picture cut, saved, and shown on the next page a prospect gets', async ({
  page,
  browser,
  host,
  mailbox,
}) => {
  const pack = await (await HostClient.signIn(host, people.nora)).makePack('Brightwater Cafés');
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.open('/user/profile');
  await page.getByRole('textbox', { name: 'Job title' }).fill('Head of sales');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Signature saved to server')).toBeVisible();

  await page.getByRole('button', { name: 'Change picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update your profile picture' });
  await dialog.locator('input[type="file"]').setInputFiles(await portrait(page));
  await expectNoAxeViolations(page);
  const upload = page.waitForRequest((request) => request.url().endsWith('/picture'));
  await dialog.getByRole('button', { name: 'Use picture' }).click();
  const headers = await (await upload).allHeaders();
  expect(headers['content-type']).toBe('application/octet-stream');
  expect(headers.accept).toBe('application/vnd.api+json');
  expect(headers['content-disposition']).toBe('file; filename="picture.jpg"');
  await expect(page.getByText('Profile picture saved to server')).toBeVisible();

  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient({
    firstName: 'Daniel',
    lastName: 'Okafor',
    email: 'daniel.okafor@brightwater.example',
    company: 'Brightwater Cafés',
  });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => mailbox.accepted.length).toBe(1);
  const mail = await new PostalMime().parse(mailbox.accepted[0]?.raw ?? '');
  expect(mail.text).toContain('Head of sales');

  const prospect = await browser.newPage();
  await prospect.goto(linkIn(mail.text ?? ''));
  await expect(prospect.getByText('Head of sales').first()).toBeVisible();
  const face = prospect.locator('img').last();
  await expect(face).toBeVisible();
  const colour = await face.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(image.naturalWidth / 2, image.naturalHeight * 0.44, 1, 1);
    return { square: image.naturalWidth === image.naturalHeight, rgb: [...data.slice(0, 3)] };
  });
  expect(colour.square).toBe(true);
  const [red = 0, , blue = 0] = colour.rgb;
  expect(red).toBeGreaterThan(blue + 60);
  await prospect.close();
});
