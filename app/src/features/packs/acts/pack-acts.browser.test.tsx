import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { card, choose, fresh, showList } from '#testing/pack-list-page.ts';
import { samplePacks } from '#testing/sample-packs.ts';

beforeEach(() => notifications.clean());

test('[PLIST-08, PLIST-09, PLIST-10] Clone asks for a name and makes nothing without one', async () => {
  const world = await showList();
  await choose('Brightwater Cafés', 'Clone');
  const name = page.getByRole('textbox', { name: 'Enter a name for the new pack' });
  const ok = page.getByRole('button', { name: 'OK', exact: true });
  await expect.element(name).toHaveValue('');
  await expect.element(ok).toBeDisabled();
  await name.fill('   ');
  await expect.element(ok).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(world.packs()).toHaveLength(samplePacks.length);
  await name.fill('Brightwater, second round');
  await ok.click();
  await expect.element(page.getByText('Pack cloned OK')).toBeVisible();
  await expect.element(card('Brightwater, second round')).toBeVisible();
});

test('[PLIST-08] a cancelled clone prompt clones nothing', async () => {
  const world = await showList();
  await choose('Brightwater Cafés', 'Clone');
  await page.getByRole('textbox').fill('Nothing');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(world.packs()).toHaveLength(samplePacks.length);
});

test('[PLIST-10] a failed clone says why', async () => {
  await showList({ outcome: new Error('You are not logged in') });
  await choose('Brightwater Cafés', 'Clone');
  await page.getByRole('textbox').fill('Again');
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await expect.element(page.getByText('Error cloning pack: You are not logged in')).toBeVisible();
});

test('[PLIST-11, PLIST-12] Delete asks first, in the exact words', async () => {
  await showList({ packs: [fresh] });
  await choose('Fresh', 'Delete');
  await expect
    .element(page.getByText('Are you sure you want to delete the pack Fresh', { exact: true }))
    .toBeVisible();
  await expect.element(card('Fresh')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText('Pack deleted OK')).toBeVisible();
  await expect.element(card('Fresh')).not.toBeInTheDocument();
});

test('a question about a pack is gone when somebody else signs in in another window', async () => {
  const { services, session } = await showList({ packs: [fresh, ...samplePacks] });
  await choose('Fresh', 'Delete');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const mine = session.current();
  services.packs.inChannel = async () => samplePacks.filter(({ pack_type }) => pack_type === 'channel');
  session.set({ ...mine, user: { ...mine.user!, uuid: 'somebody-else' } });
  await expect.element(card('First visit, restaurants')).toBeInTheDocument();
  await expect.element(card('Fresh')).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('[PLIST-11] Delete tells of the messages that wait with the pack, and of nothing where none does', async () => {
  const message = { type: 'salestool--message', pack: { type: 'salestool--pack', id: 'fresh' } } as const;
  const item = { ...message, title: '', subtitle: '', updated: 0, packId: 'fresh' } as const;
  const first = await showList({
    packs: [fresh],
    messages: [
      { ...message, id: '1' },
      { ...message, id: '2' },
      { ...message, id: 'gone out' },
    ],
    waiting: [
      { ...item, id: '1', state: 'waiting', reason: null },
      { ...item, id: '2', state: 'refused', reason: 'No' },
      { ...item, id: '3', packId: 'another', state: 'waiting', reason: null },
    ],
  });
  await choose('Fresh', 'Delete');
  const told = '2 messages with this pack wait on this device. Without the pack they cannot go out.';
  await expect.element(page.getByRole('dialog').getByText(told, { exact: true })).toBeVisible();
  expect(first.packs()).toHaveLength(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText('Pack deleted OK')).toBeVisible();
  await first.screen.unmount();
  await showList({ packs: [fresh], waiting: [] });
  await choose('Fresh', 'Delete');
  await expect.element(page.getByText(/^Are you sure you want to delete/)).toBeVisible();
  await expect.element(page.getByText(/with this pack wait/)).not.toBeInTheDocument();
});

test('[PLIST-11] a question that is cancelled gives the focus back to the menu’s button', async () => {
  await showList({ packs: [fresh] });
  await choose('Fresh', 'Delete');
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(card('Fresh').getByRole('button', { name: 'More for Fresh' })).toHaveFocus();
});

test('[PLIST-12] a failed delete says why and the pack stays', async () => {
  await showList({ packs: [fresh], outcome: new Error('Bad request') });
  await choose('Fresh', 'Delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText('Error deleting pack: Bad request')).toBeVisible();
  await expect.element(card('Fresh')).toBeVisible();
});

test('[PLIST-12, PLIST-14] who deletes or archives by keyboard goes on at the pack beside it, and at the title after the last', async () => {
  const first = { ...fresh, changed: samplePacks[0]!.changed! + 1 };
  await showList({ packs: [first, samplePacks[0]!] });
  await choose('Fresh', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('button', { name: 'More for Brightwater Cafés' })).toHaveFocus();
  await choose('Brightwater Cafés', 'Archive');
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect.element(card('Brightwater Cafés')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('[PLIST-13, PLIST-14] Archive asks first, in the exact words', async () => {
  await showList();
  await choose('Brightwater Cafés', 'Archive');
  await expect
    .element(
      page.getByText(
        'Are you sure you want to archive this pack? You will no longer have access to it here, though it will still be available on the server',
        { exact: true },
      ),
    )
    .toBeVisible();
  await expect
    .element(page.getByRole('dialog').getByText('Brightwater Cafés', { exact: true }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.element(page.getByText('Pack archived OK')).toBeVisible();
  await expect.element(card('Brightwater Cafés')).not.toBeInTheDocument();
});

test('[PLIST-13] Archive tells of the messages that only its pack lets one correct, and of nothing where none is', async () => {
  const message = {
    type: 'salestool--message',
    pack: { type: 'salestool--pack', id: 'brightwater' },
  } as const;
  const item = { ...message, title: '', subtitle: '', updated: 0, packId: 'brightwater', reason: null };
  const told = /with this pack (was|were) refused or/;
  const first = await showList({
    messages: ['1', '2', '3'].map((id) => ({ ...message, id })),
    waiting: [
      { ...item, id: '1', state: 'waiting' },
      { ...item, id: '2', state: 'refused' },
      { ...item, id: '3', state: 'asks' },
    ],
  });
  await choose('Brightwater Cafés', 'Archive');
  await expect
    .element(page.getByRole('dialog').getByText(told))
    .toHaveTextContent(
      '2 messages with this pack were refused or wait for your word. Without the pack they cannot be corrected here.',
    );
  await first.screen.unmount();
  await showList({ waiting: [] });
  await choose('Brightwater Cafés', 'Archive');
  await expect.element(page.getByRole('dialog').getByText('Brightwater Cafés')).toBeVisible();
  await expect.element(page.getByText(told)).not.toBeInTheDocument();
});

test('[PLIST-14, PERM-13] offline archiving fails with the reason and the pack stays', async () => {
  await showList({
    outcome: { savedLocally: false, savedRemotely: false, failure: 'Application is offline' },
  });
  await choose('Brightwater Cafés', 'Archive');
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.element(page.getByText('Error archiving pack: Application is offline')).toBeVisible();
  await expect.element(card('Brightwater Cafés')).toBeVisible();
});

test('[PLIST-15] Send to server says OK', async () => {
  await showList({ packs: [fresh] });
  await choose('Fresh', 'Send to server');
  await expect.element(page.getByText('Pack sent to server OK')).toBeVisible();
});

test('[PLIST-15] a failed Send to server warns with the result and the message', async () => {
  await showList({
    packs: [fresh],
    outcome: { savedLocally: true, savedRemotely: false, failure: 'No response' },
  });
  await choose('Fresh', 'Send to server');
  const words = 'The pack was saved locally but could not be saved to the server: No response';
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Pack sent to server OK')).not.toBeInTheDocument();
});
