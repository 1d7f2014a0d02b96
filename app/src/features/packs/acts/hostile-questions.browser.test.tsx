import { dangersIn } from '@satchel/core/testing/dangers-in.ts';
import { hostileAddresses, hostileSamples, hostileTexts } from '@satchel/core/testing/hostile-samples.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type SamplePackOptions, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { button, field, fill, late } from '#testing/send-page.ts';
import { clearNotices, showWorld, tablet } from '#testing/show-app.tsx';

const alerted = vi.spyOn(window, 'alert').mockImplementation(() => {});
beforeEach(async () => {
  clearNotices();
  await tablet();
});
afterEach(() => expect(alerted).not.toHaveBeenCalled());

const values = [...hostileSamples.map(({ html }) => html), ...hostileTexts, ...hostileAddresses];
const all = values.join(' ');
/** What fits a field of the form. */
const name = '<img src=x onerror=alert(1)><b>{{recipient_name}}';
// The host never had it, so that it can be deleted.
const { pulled: _, ...hostile } = samplePack({ id: 'p', title: all });

// The app's own forms, frames, styles and sample pictures; what is written into them is told by its attributes.
const own =
  /^element (?:form|input|button|textarea|select|link|use|iframe)$|^style |^scheme data in src of img$/;
const dangersOfApp = () => dangersIn(document.body).filter((danger) => !own.test(danger));

const dialog = () => page.getByRole('dialog');
const notice = () => page.getByRole('alert').filter({ hasText: 'onerror' });
const choose = (entry: string) => async () => {
  await page.getByRole('button', { name: /^More for/ }).click(late);
  await page.getByRole('menuitem', { name: entry, exact: true }).click(late);
  await expect.element(dialog(), late).toBeVisible();
};
const confirm = (entry: string) => async () => {
  await choose(entry)();
  await dialog().getByRole('button', { name: entry, exact: true }).click(late);
};
const cloneIt = async () => {
  await choose('Clone')();
  await dialog().getByRole('textbox').fill(name);
  await dialog().getByRole('button', { name: 'OK' }).click(late);
};
const press = (act: 'Send' | 'Link') => async () => {
  const person = { firstName: name, lastName: name, company: name };
  await fill({ ...person, email: 'daniel@brightwater.example' });
  await field('Subject').fill(name);
  await button(act).click();
};
const refused = { outcome: new Error(all) };
const notTaken = { outcome: { savedLocally: true, savedRemotely: false, failure: all } };

test.each<[string, string, () => Promise<unknown>, typeof dialog, SamplePackOptions?]>([
  ['the question for the name of a copy', '/packs', choose('Clone'), dialog],
  ['the question before a pack is deleted', '/packs', choose('Delete'), dialog],
  ['the notice that it was not copied', '/packs', cloneIt, notice, refused],
  ['the notice that it was not deleted', '/packs', confirm('Delete'), notice, refused],
  ['the notice that it was not archived', '/packs', confirm('Archive'), notice, notTaken],
  ['the notice that it was not recorded', '/packs/p/send', press('Send'), notice, refused],
  ['the confirmation of one that was not sent', '/packs/p/send', press('Send'), dialog, notTaken],
  ['the confirmation of one message', '/packs/p/send', press('Send'), dialog],
  ['the link', '/packs/p/send', press('Link'), dialog],
])('what an attacker wrote is words in %s', async (_where, address, open, shown, options) => {
  await showWorld(address, samplePackServices({ packs: [hostile], waiting: [], ...options }));
  await open();
  await expect.element(shown(), late).toMatchTextContent('<img src=x onerror=alert(1)>');
  expect(dangersOfApp()).toEqual([]);
});

test('what an attacker wrote does nothing in the question before a pack is archived', async () => {
  await showWorld('/packs', samplePackServices({ packs: [hostile] }));
  await choose('Archive')();
  await expect.element(dialog().getByText(/^Are you sure you want to archive this pack/)).toBeVisible();
  expect(dangersOfApp()).toEqual([]);
});
