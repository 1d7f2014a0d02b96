import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { samplePackServices } from '#testing/sample-packs.ts';
import { showWorld } from '#testing/show-app.tsx';

const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

/** Opens the menu of a pack on the list and says what it offers. */
async function openMenu(pack: string) {
  await page.getByRole('button', { name: `More for ${pack}` }).click();
  await expect.element(item('View')).toBeVisible();
  return page
    .getByRole('menuitem')
    .elements()
    .map((entry) => entry.textContent);
}

test('[FLAG-03] by default a pack of one’s own can be edited, built, cloned and sent', async () => {
  await showWorld('/packs', samplePackServices());
  expect(await openMenu('Brightwater Cafés')).toEqual(
    expect.arrayContaining(['View', 'Edit', 'Build', 'Clone', 'Send', 'Archive']),
  );
});

test('[FLAG-03] packNoEdit leaves viewing and sending, packNoSend takes sending away', async () => {
  const { screen } = await showWorld(
    '/packs',
    samplePackServices({ configuration: { flags: { packNoEdit: true } } }),
  );
  expect(await openMenu('Brightwater Cafés')).toEqual(['View', 'Send']);
  await screen.unmount();
  const flags = { packNoSend: true };
  const { at, history } = await showWorld('/packs', samplePackServices({ configuration: { flags } }));
  expect(await openMenu('Brightwater Cafés')).not.toContain('Send');
  history.push('/packs/brightwater/send');
  await expect.element(title('(401) You have no access to this page')).toBeVisible();
  expect(at()).toBe('/access-denied');
});

test('[FLAG-05] packBuilder2Default is off: Edit leads to the editor, and to the builder once it is on', async () => {
  const { at, screen } = await showWorld('/packs', samplePackServices());
  await openMenu('Brightwater Cafés');
  await item('Edit').click();
  await expect.poll(at).toBe('/packs/brightwater/edit');
  await screen.unmount();
  const flags = { packBuilder2Default: true };
  const on = await showWorld('/packs', samplePackServices({ configuration: { flags } }));
  await openMenu('Brightwater Cafés');
  await item('Edit').click();
  await expect.poll(on.at).toBe('/packs/brightwater/build');
});
