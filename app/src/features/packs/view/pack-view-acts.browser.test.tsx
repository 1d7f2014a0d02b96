import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showPack, title } from '#testing/pack-view-page.ts';
import { samplePack } from '#testing/sample-packs.ts';
import { phone, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('buttons', () => {
  const { pulled: _, ...fresh } = samplePack({ id: 'fresh', title: 'Fresh' });

  test('[PVIEW-10, PVIEW-11] an own pack can be edited and sent, and what else its state allows', async () => {
    await showPack('fresh', { packs: [fresh] });
    await expect.element(link('Edit & save')).toHaveAttribute('href', '/packs/fresh/edit');
    await expect.element(link('Edit & send')).toHaveAttribute('href', '/packs/fresh/editsend');
    await expect.element(link('Send')).toHaveAttribute('href', '/packs/fresh/send');
    for (const name of ['Send to server', 'Clone', 'Archive', 'Delete']) {
      await expect.element(button(name)).toBeVisible();
    }
  });

  test('[PVIEW-10] Send stands at the right edge also where the acts have a row of their own', async () => {
    await page.viewport(820, 1180);
    await showPack('brightwater');
    await expect.element(link('Send')).toBeVisible();
    const row = title('Brightwater Cafés').element().parentElement!.parentElement!;
    const { top, right } = link('Send').element().getBoundingClientRect();
    expect(top).toBeGreaterThan(title('Brightwater Cafés').element().getBoundingClientRect().bottom);
    expect(right).toBeCloseTo(row.getBoundingClientRect().right, 0);
    await tablet();
  });

  test('[PVIEW-10] beside acts that have a row of their own a long name has the whole width', async () => {
    await page.viewport(820, 1180);
    const long = 'Brightwater Cafés, all eleven counters';
    await showPack('long', { packs: [samplePack({ id: 'long', title: long })] });
    await expect.element(title(long)).toBeVisible();
    const { lineHeight } = getComputedStyle(title(long).element());
    expect(title(long).element().clientHeight).toBeLessThan(1.5 * Number.parseFloat(lineHeight));
    await tablet();
  });

  test('[PVIEW-10] on a phone the acts of a shared pack are level with Send, and as far from it as from each other', async () => {
    await phone();
    await showPack('range');
    await expect.element(link('Send')).toBeVisible();
    const send = link('Send').element().getBoundingClientRect();
    const [clone, preview] = ['Clone', 'Preview'].map((name) => {
      const words = document.createRange();
      words.selectNodeContents(button(name).element());
      return words.getBoundingClientRect();
    }) as [DOMRect, DOMRect];
    const middleOf = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
    expect(middleOf(clone)).toBeCloseTo(middleOf(send), 0);
    expect(middleOf(preview)).toBeCloseTo(middleOf(send), 0);
    expect(Math.abs(clone.left - send.right - (preview.left - clone.right))).toBeLessThanOrEqual(10);
    await tablet();
  });

  test('[PVIEW-10, PERM-10] on a phone the acts of a pack that may neither be sent nor edited begin at the edge', async () => {
    await phone();
    await showPack('range', { configuration: { flags: { packNoSend: true } } });
    await expect.element(button('Clone')).toBeVisible();
    const words = document.createRange();
    words.selectNodeContents(button('Clone').element());
    const row = button('Clone').element().parentElement!.parentElement!;
    expect(words.getBoundingClientRect().left).toBeCloseTo(row.getBoundingClientRect().left, 0);
    await tablet();
  });

  test('[PVIEW-10, PVIEW-11, PERM-05] a shared pack can only be sent and cloned', async () => {
    await showPack('first');
    await expect.element(link('Send')).toBeVisible();
    await expect.element(button('Clone')).toBeVisible();
    for (const name of ['Edit & save', 'Edit & send']) {
      await expect.element(link(name)).not.toBeInTheDocument();
    }
    for (const name of ['Send to server', 'Archive', 'Delete']) {
      await expect.element(button(name)).not.toBeInTheDocument();
    }
  });

  test('[PVIEW-10, PERM-10] with packNoSend an own pack can be edited and not sent', async () => {
    await showPack('brightwater', { configuration: { flags: { packNoSend: true } } });
    await expect.element(link('Edit & save')).toBeVisible();
    await expect.element(link('Edit & send')).not.toBeInTheDocument();
    await expect.element(link('Send')).not.toBeInTheDocument();
  });

  test('[PVIEW-14] Delete and Archive lead to the list, Clone to the copy, Send to server stays', async () => {
    const deleted = await showPack('fresh', { packs: [fresh] });
    await button('Send to server').click();
    await expect.element(page.getByText('Pack sent to server OK')).toBeVisible();
    expect(deleted.at()).toBe('/packs/fresh/view');
    await button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(deleted.at).toBe('/packs');
    await deleted.screen.unmount();

    const archived = await showPack('brightwater');
    await button('Archive').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect.poll(archived.at).toBe('/packs');
    await archived.screen.unmount();

    const cloned = await showPack('first');
    await button('Clone').click();
    await page.getByRole('textbox').fill('My own copy');
    await button('OK').click();
    await expect.element(title('My own copy')).toBeVisible();
    expect(cloned.at()).toMatch(/^\/packs\/[0-9a-f-]{36}\/view$/);
  });
});
