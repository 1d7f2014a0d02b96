import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { WaitingItem } from '#services.ts';
import { sampleWaiting } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import { late } from '#testing/send-page.ts';
import { clearNotices, expectCleanAtEveryWidth, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const panel = () => page.getByRole('tabpanel');
const button = (name: string) => panel().getByRole('button', { name, exact: true });

async function showWaiting(options: SamplePackOptions = {}) {
  const shown = await showWorld('/settings', samplePackServices(options));
  await page.getByRole('tab', { name: /^Waiting/ }).click();
  return shown;
}

describe('a message that waits and has not left', () => {
  const waits = sampleWaiting[2] as WaitingItem;

  test('is edited in its place, or cancelled after a question', async () => {
    const world = await showWaiting({ waiting: [waits] });
    await expect
      .element(panel().getByRole('link', { name: 'Edit' }))
      .toHaveAttribute('href', '/packs/p1/send?message=m2');
    await expectCleanAtEveryWidth();
    await button('Cancel message').click();
    const dialog = page.getByRole('dialog');
    await expect
      .element(dialog.getByText('Your quote from Velden does not go out, and its link leads nowhere.'), late)
      .toBeVisible();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    expect(world.calls).not.toContain('cancel m2');
    await button('Cancel message').click();
    await dialog.getByRole('button', { name: 'Cancel message' }).click();
    await expect.element(page.getByText('Your quote from Velden was cancelled')).toBeVisible();
    expect(world.calls).toContain('cancel m2');
  });

  test('that cannot be cancelled any more says why', async () => {
    await showWaiting({ waiting: [waits], cancelFailure: 'Its mail has left' });
    await button('Cancel message').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click(late);
    await expect.element(page.getByText('The message was not cancelled: Its mail has left')).toBeVisible();
  });

  test.each([{ mayHaveLeft: true }, { isChange: true }] as const)(
    'is offered neither with %j',
    async (about) => {
      await showWaiting({ waiting: [{ ...waits, ...about }] });
      await expect.element(panel().getByText(waits.title)).toBeVisible();
      expect(panel().getByRole('link', { name: 'Edit' }).elements()).toEqual([]);
      expect(button('Cancel message').elements()).toEqual([]);
    },
  );

  describe('that goes', () => {
    /** What is told of it changes with `becomes`. */
    async function showChanging() {
      const world = samplePackServices({ waiting: [waits] });
      const { items, retry } = world.services.waiting;
      let now: WaitingItem = waits;
      world.services.waiting.items = async (options) => (await items(options)).map(() => now);
      await showWorld('/settings', world);
      await page.getByRole('tab', { name: /^Waiting/ }).click();
      const becomes = async (about: Partial<WaitingItem>) => {
        now = { ...now, ...about };
        await retry({ ...waits, id: 'another' });
      };
      return { ...world, becomes };
    }
    const chip = (words: string) => panel().getByText(words, { exact: true });
    const isOff = (off: boolean) =>
      Promise.all(
        [button('Cancel message'), panel().getByRole('link', { name: 'Edit' })].map((act) =>
          (off ? expect.element(act) : expect.element(act).not).toHaveAttribute('aria-disabled', 'true'),
        ),
      );

    test('keeps its acts where they are, without effect, and the focus with them', async () => {
      const { becomes } = await showChanging();
      await isOff(false);
      for (const act of [button('Cancel message'), panel().getByRole('link', { name: 'Edit' })]) {
        (act.element() as HTMLElement).focus();
        await becomes({ state: 'going', mayHaveLeft: true });
        await expect.element(chip('going out now')).toBeVisible();
        await isOff(true);
        (button('Cancel message').element() as HTMLElement).click();
        await expectCleanAtEveryWidth();
        expect(page.getByRole('dialog').elements()).toEqual([]);
        await becomes({ state: 'waiting', mayHaveLeft: false });
        await isOff(false);
        await expect.element(act).toHaveFocus();
      }
    });

    test('because it is cancelled keeps the question, and is not said to go out', async () => {
      const { services, becomes } = await showChanging();
      const cancelling = Promise.withResolvers<void>();
      services.messages.cancel = async () => {
        await becomes({ state: 'going' });
        await cancelling.promise;
      };
      await button('Cancel message').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Cancel message' }).click(late);
      await expect.poll(() => document.querySelector('tbody [aria-disabled]')).not.toBeNull();
      await expect.element(dialog).toBeVisible();
      await expect.element(dialog.getByText('Please wait')).toBeInTheDocument();
      expect(panel().getByText('going out now').elements()).toEqual([]);
      await becomes({ state: 'waiting' });
      cancelling.reject(new Error('The host is away'));
      await expect.element(page.getByText('The message was not cancelled: The host is away')).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(button('Cancel message')).toHaveFocus();
    });

    test('after a failure hands the focus on in its row, where its acts have gone', async () => {
      const { services, becomes } = await showChanging();
      services.messages.cancel = async () => {
        await becomes({ state: 'refused', reason: 'No such address' });
        throw new Error('It was refused');
      };
      await button('Cancel message').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click(late);
      await expect.element(page.getByText('The message was not cancelled: It was refused')).toBeVisible();
      await expect.element(button('Discard')).toHaveFocus();
    });
  });

  test('[PERM-10] is cancelled, not edited, where packs are not sent', async () => {
    await showWaiting({ waiting: [waits], configuration: { flags: { packNoSend: true } } });
    await expect.element(button('Cancel message')).toBeVisible();
    expect(panel().getByRole('link', { name: 'Edit' }).elements()).toEqual([]);
  });

  test('is shown as it is called, whatever it is called', async () => {
    const title = '<img src=x onerror=alert(1)>';
    await showWaiting({ waiting: [{ ...waits, title, subtitle: 'Message to <b>Mia</b>' }] });
    await expect.element(panel().getByText(title)).toBeVisible();
    await expect.element(panel().getByText('Message to <b>Mia</b>')).toBeVisible();
    await button('Cancel message').click();
    await expect
      .element(
        page.getByRole('dialog').getByText(`${title} does not go out, and its link leads nowhere.`),
        late,
      )
      .toBeVisible();
  });
});
