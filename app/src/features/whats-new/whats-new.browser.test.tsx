import './whats-new-screen.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showApp } from '#testing/show-app.tsx';

const releases = () => page.getByRole('main').getByRole('list').first();

test('[NAV-36, NAV-37] release notes from 1.7.0 down to 1.3, each with what it brought', async () => {
  await showApp('/whats-new');
  await expect.element(page.getByRole('heading', { level: 1, name: "What's new" })).toBeVisible();
  const names = page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => /[\d.]+/.exec(textContent ?? '')?.[0]);
  expect(names).toEqual(['1.7.0', '1.6', '1.5', '1.4', '1.3']);
  for (const release of releases().element().children)
    expect(release.querySelectorAll('li').length, release.textContent).toBeGreaterThan(0);
});

test('[NAV-36] the entry of May 2022 tells of sandbox channels, help links and contextual help, and tours', async () => {
  await showApp('/whats-new');
  const heading = page.getByRole('heading', { level: 2, name: /May 2022/ });
  await expect.element(heading).toMatchTextContent(/1\.7\.0/);
  const words = heading.element().closest('li')?.textContent ?? '';
  for (const subject of [/sandbox channels/i, /help links/i, /contextual help/i, /tours/i])
    expect(words).toMatch(subject);
});
