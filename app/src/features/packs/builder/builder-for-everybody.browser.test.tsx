import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, showBuilder } from '#testing/builder-page.ts';
import { contents, documents, samplePack } from '#testing/sample-packs.ts';
import { expectNoAxeViolations, phone, setColorScheme, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

describe('for everybody', () => {
  test('the builder and its dialogs are clean under axe in both schemes', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      setColorScheme(scheme);
      const { screen } = await showBuilder('brightwater');
      await expect.element(page.getByText(/^Dear/)).toBeVisible();
      await expectNoAxeViolations();
      await button('Edit the text of A word before we meet').click();
      await expect.element(page.getByRole('toolbar')).toBeVisible();
      await expectNoAxeViolations();
      for (const [opener, name] of [
        ['Organise Layout', 'Organise Layout'],
        ['Pack settings', 'Pack settings'],
        ['Add new section', 'Add new section'],
        ['Add to The counter', 'Add Content To Bundle'],
      ] as const) {
        await button(opener).click();
        const dialog = page.getByRole('dialog', { name });
        await expect.element(dialog).toBeVisible();
        await expect
          .poll(() => document.getAnimations().filter((one) => one.playState === 'running'))
          .toEqual([]);
        await expectNoAxeViolations();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await expect.element(dialog).not.toBeInTheDocument();
      }
      await screen.unmount();
    }
  });

  test('on an upright tablet the name has a row of its own, whether it is read or written', async () => {
    await page.viewport(820, 1180);
    await showBuilder('brightwater');
    const top = (name: string) => button(name).first().element().getBoundingClientRect().top;
    await expect.element(button('Rename the pack')).toBeVisible();
    const before = top('Organise Layout');
    expect(before).toBeGreaterThanOrEqual(top('Rename the pack') + 44);
    await button('Rename the pack').click();
    const field = page.getByRole('textbox', { name: 'Pack name' });
    await field.fill('Brightwater Cafés: payments for twelve counters and a kiosk');
    const { scrollWidth, clientWidth } = field.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    expect(top('Organise Layout')).toBe(before);
    await tablet();
  });

  test('on a phone the palette slides over and nothing scrolls sideways', async () => {
    await phone();
    await showBuilder('brightwater');
    await button('Edit the text of A word before we meet').click();
    await expect.element(page.getByRole('toolbar')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await expectNoAxeViolations();
    await button('Add content').click();
    const palette = page.getByRole('dialog', { name: 'Things to add' });
    await expect.element(palette.getByRole('button', { name: 'New documents section' })).toBeVisible();
    await tablet();
  });

  test.each([
    ['a phone', phone],
    ['an upright tablet', () => page.viewport(820, 700)],
  ])(
    'on %s who walks back through a pack by Tab is never below the bar of the builder',
    async (_, device) => {
      await device();
      const many = Array.from({ length: 4 }, (_, at) =>
        documents(`s${at}`, `Section ${at}`, ['guide', 'demo']),
      );
      await showBuilder('p', { packs: [samplePack({ id: 'p' }, contents(...many))] });
      await expect.element(button('Add new section')).toBeInTheDocument();
      // What is far away is drawn once it comes near.
      scrollTo(0, document.documentElement.scrollHeight);
      await expect.element(button('Add to Section 3')).toBeInTheDocument();
      (button('Add to Section 3').element() as HTMLElement).focus();
      const bar = () => document.querySelector('[data-top-bar]')!.getBoundingClientRect().bottom;
      const walked: string[] = [];
      while (!document.activeElement?.matches('[data-grip="section:s0"]')) {
        await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
        const { activeElement } = document;
        const name = activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
        // What comes near is drawn within a frame, and the page scrolls in the next.
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
        walked.push(activeElement!.getBoundingClientRect().top < bar() ? `${name} is below the bar` : '');
        if (walked.length > 60) break;
      }
      expect(walked.length).toBeLessThan(60);
      expect(walked.filter((each) => each !== '')).toEqual([]);
      await tablet();
    },
  );
});
