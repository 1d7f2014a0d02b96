import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, color, name, show, tab } from '#testing/editor-page.ts';
import { clearNotices, expectNoAxeViolations, setColorScheme, tablet } from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await tablet();
});

const nameless = { field: name, wrong: ' ', right: 'For Daniel', reason: 'Name is required' };
const colourless = {
  field: color,
  wrong: '#12',
  right: '#112233',
  reason: 'Color should be a hex colour, e.g. #112233',
};

async function typeWrong(way: 'edit' | 'editsend', { field, wrong }: typeof nameless) {
  const shown = await show(`/packs/older/${way}`);
  await tab('Pack Details').click();
  await field().fill(wrong);
  await tab('Pack Contents').click();
  return shown;
}

test.each([
  { way: 'edit', save: 'Save', invalid: nameless },
  { way: 'edit', save: 'Save', invalid: colourless },
  { way: 'editsend', save: 'Next', invalid: nameless },
  { way: 'editsend', save: 'Next', invalid: colourless },
] as const)(
  '[PEDIT-14] on contents of packs/{id}/$way $save says why it is disabled, and leads to the field: $invalid.reason',
  async ({ way, save, invalid }) => {
    await typeWrong(way, invalid);
    await expect.element(button(save)).toBeDisabled();
    await expect.element(button(save)).toHaveAccessibleDescription(invalid.reason);
    await expect.element(tab('Pack Details')).toHaveAccessibleDescription(invalid.reason);
    expect(tab('Pack Details').element().querySelector('svg')).not.toBeNull();
    await button(invalid.reason).click();
    await expect.element(invalid.field()).toHaveFocus();
    // The field says it itself.
    await expect.element(button(invalid.reason)).not.toBeInTheDocument();
    await invalid.field().fill(invalid.right);
    await tab('Pack Contents').click();
    await expect.element(button(save)).toBeEnabled();
    await expect.element(button(save)).not.toHaveAccessibleDescription();
    expect(tab('Pack Details').element().querySelector('svg')).toBeNull();
  },
);

test('[PEDIT-02, PEDIT-14] nothing is sent without a name, and the tab says why', async () => {
  await typeWrong('editsend', nameless);
  await expect.element(tab('Preview and Send')).toBeDisabled();
  await expect.element(tab('Preview and Send')).toHaveAccessibleDescription(nameless.reason);
});

test('[PEDIT-14] a name that was left empty at an earlier visit is asked for at once', async () => {
  const first = await show('/packs/older/edit');
  await tab('Pack Details').click();
  await name().fill('');
  await expect.poll(() => first.drafts.size).toBe(1);
  await first.screen.unmount();
  await show('/packs/older/edit', { drafts: Object.fromEntries(first.drafts) });
  await expect.element(button('Save')).toBeDisabled();
  await button('Name is required').click();
  await expect.element(name()).toHaveFocus();
});

test.each([
  [320, 'light'],
  [390, 'dark'],
  [1440, 'light'],
] as const)(
  '[PEDIT-14] the reason stands beside Save, which stays in reach, at %s px',
  async (width, scheme) => {
    setColorScheme(scheme);
    await page.viewport(width, 844);
    await typeWrong('edit', colourless);
    for (const act of ['Cancel', colourless.reason, 'Save']) {
      await expect.element(button(act)).toBeVisible();
      const { left, right, height } = button(act).element().getBoundingClientRect();
      expect([left >= 0, right <= width, height >= 44], act).toEqual([true, true, true]);
    }
    const reason = button(colourless.reason).element().getBoundingClientRect();
    expect(reason.right).toBeLessThanOrEqual(button('Save').element().getBoundingClientRect().left);
    await expectNoAxeViolations(`contents at ${width}`);
  },
);
