import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoAxeViolations, phone, setColorScheme, showApp, tablet } from '#testing/show-app.tsx';

const url = 'https://help.example/';
const topics = [
  { title: 'First steps', url: 'https://help.example/first' },
  { title: 'Your team', url: 'https://help.example/team', role: 'sales_tool_manager' },
];
const card = (name: string) => page.getByRole('region', { name });
const link = (name: string) => page.getByRole('link', { name, exact: true });

test('[HELP-01, HELP-02] it links the online help and the topics for everybody', async () => {
  await showApp('/help', { configuration: { help: { url, topics } } });
  await expect.element(card('Help resources').getByRole('link', { name: 'Online help' })).toBeVisible();
  expect(link('Online help').element().getAttribute('href')).toBe(url);
  expect(link('First steps').element().getAttribute('href')).toBe('https://help.example/first');
  await expect.element(link('Your team')).not.toBeInTheDocument();
});

test('[HELP-01] a topic for a role shows to who has it', async () => {
  const { session } = await showApp('/help', { configuration: { help: { url, topics } } });
  await expect.element(link('First steps')).toBeVisible();
  const { user } = session.current();
  session.set({ ...session.current(), user: user && { ...user, roles: ['sales_tool_manager'] } });
  await expect.element(link('Your team')).toBeVisible();
});

test('the guides of the host are linked by their address, and asked for again', async () => {
  const guide = {
    id: 'g1',
    type: 'node--help_page',
    title: 'Working offline',
    path: { alias: '/working-offline', langcode: 'en' },
  } as const;
  const { calls } = await showApp('/help', { helpPages: [guide], configuration: { help: { url, topics } } });
  await expect.element(card('Guides').getByRole('link', { name: 'Working offline' })).toBeVisible();
  expect(link('Working offline').element().getAttribute('href')).toBe('https://help.example/working-offline');
  expect(calls).toContain('load help');
});

test('[HELP-03] a problem is reported where the configuration says', async () => {
  await showApp('/help', { configuration: { feedback: 'https://velden.example/problems' } });
  await expect.element(card('Report a problem').getByRole('link')).toBeVisible();
  expect(link('Describe the problem').element().getAttribute('href')).toBe('https://velden.example/problems');
});

test('[HELP-03] without a place for it nothing is offered', async () => {
  await showApp('/help');
  await expect.element(card('Help resources')).toBeVisible();
  await expect.element(card('Report a problem')).not.toBeInTheDocument();
});

test('[NAV-34, NAV-35] without a help address there is no such page', async () => {
  await showApp('/help', { configuration: { help: { url: null, topics } } });
  await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
});

test.each(['light', 'dark'] as const)('axe finds nothing on it, %s', async (scheme) => {
  setColorScheme(scheme);
  const configuration = { help: { url, topics }, feedback: 'https://velden.example/problems' };
  for (const size of [phone, tablet]) {
    await size();
    const { screen } = await showApp('/help', { configuration });
    await expect.element(card('Report a problem')).toBeVisible();
    await expectNoAxeViolations(`${scheme} help`);
    await screen.unmount();
  }
});
