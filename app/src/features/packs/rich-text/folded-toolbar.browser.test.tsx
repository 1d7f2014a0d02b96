import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sectionsOf, showBuilder, topSave } from '#testing/builder-page.ts';
import { contents, samplePack, samplePackServices, words } from '#testing/sample-packs.ts';
import {
  clearNotices,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

const toolbar = () => page.getByRole('toolbar', { name: 'Text format' });
const tool = (name: string) => toolbar().getByRole('button', { name, exact: true });
const text = () => page.getByRole('textbox', { name: 'A word' });
const folded = () => page.getByRole('dialog', { name: 'More' });
const press = (keys: string) => userEvent.keyboard(keys);
const focus = (name: string) => (tool(name).element() as HTMLElement).focus();

/** The text of a section as somebody begins to write behind its words. */
async function write(content = '<p>Dear all</p>') {
  const packs = [samplePack({ id: 'p' }, contents(words('w', 'A word', content)))];
  const world = await showBuilder('p', { packs });
  await page.getByRole('button', { name: 'Edit the text of A word' }).click();
  await expect.element(text()).toHaveFocus();
  await press('{Control>}{End}{/Control}');
  return world;
}

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await phone();
});
afterEach(tablet);

describe('[PBUILD-13] on a phone the tools that find no room', () => {
  test('are behind More, each of them once', async () => {
    await write();
    await expect.element(tool('Bullet list')).not.toBeInTheDocument();
    await tool('More').click();
    for (const name of ['Bullet list', 'Numbered list', 'Indent', 'Undo']) {
      await expect.element(folded().getByRole('button', { name, exact: true })).toBeVisible();
      expect(tool(name).elements()).toHaveLength(1);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const { left, right } = folded().element().getBoundingClientRect();
    expect([left >= 0, right <= 390]).toEqual([true, true]);
  });

  test('work by a tap, and the words keep the cursor', async () => {
    const { saved } = await write();
    await tool('More').click();
    await tool('Bullet list').click();
    await expect.element(text()).toHaveFocus();
    await expect.element(tool('Bullet list')).toHaveAttribute('aria-pressed', 'true');
    await press('!');
    await topSave().click();
    await expect
      .poll(() => sectionsOf(saved[0])[0])
      .toMatchObject({ data: { content: '<ul><li><p>Dear all!</p></li></ul>' } });
  });

  test('are closed by a tap beside them', async () => {
    // Long enough for some of it to stand below them.
    await write('<p>Dear all</p>'.repeat(12));
    await tool('More').click();
    await expect.element(folded()).toBeVisible();
    await text().getByText('Dear all').nth(9).click();
    await expect.element(folded()).not.toBeInTheDocument();
    await expect.element(text()).toHaveFocus();
  });

  test('work by keyboard, and the words have the cursor after it', async () => {
    await write();
    focus('More');
    await press('{Enter}');
    await expect.element(folded()).toBeVisible();
    await press('{Tab}');
    expect(folded().element().contains(document.activeElement)).toBe(true);
    focus('Numbered list');
    await press('{Enter}');
    await expect.element(text()).toHaveFocus();
    expect(text().element().innerHTML).toBe('<ol><li><p>Dear all</p></li></ol>');
  });

  test.each(['More', 'the first of them'])(
    'are closed by Escape on %s, which leaves the focus on More',
    async (from) => {
      await write();
      focus('More');
      await press('{Enter}');
      await expect.element(folded()).toBeVisible();
      if (from !== 'More') await press('{Tab}');
      await press('{Escape}');
      await expect.element(folded()).not.toBeInTheDocument();
      await expect.element(tool('More')).toHaveFocus();
    },
  );

  test.each([
    { tool: 'Insert token', role: 'menu' },
    { tool: 'Insert link', role: 'textbox' },
  ] as const)(
    'stay when Escape closes what $tool has opened, and the focus is on it again',
    async (opening) => {
      await write();
      focus('More');
      await press('{Enter}');
      await expect.element(folded()).toBeVisible();
      focus(opening.tool);
      await press('{Enter}');
      const opened = folded().getByRole(opening.role);
      await expect.element(opened).toBeVisible();
      await expect.poll(() => tool(opening.tool).element() !== document.activeElement).toBe(true);
      await press('{Escape}');
      await expect.element(opened).not.toBeInTheDocument();
      await expect.element(folded()).toBeVisible();
      await expect.element(tool(opening.tool)).toHaveFocus();
      await press('{Escape}');
      await expect.element(folded()).not.toBeInTheDocument();
      await expect.element(tool('More')).toHaveFocus();
    },
  );

  test('are closed by Escape in the words, which keep the cursor', async () => {
    await write();
    await tool('More').click();
    await tool('Bullet list').click();
    await expect.element(folded()).toBeVisible();
    await press('{Escape}');
    await expect.element(folded()).not.toBeInTheDocument();
    await expect.element(text()).toHaveFocus();
  });
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing while the tools behind More are open in a section and in a message, in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    const builder = await write();
    await tool('More').click();
    await expect.element(folded()).toBeVisible();
    await expectNoAxeViolations('a section');
    await builder.screen.unmount();
    await showWorld('/packs/brightwater/send', samplePackServices());
    await tool('More').click();
    await expect.element(folded()).toBeVisible();
    await expectNoAxeViolations('a message');
  },
);
