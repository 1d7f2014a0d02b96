import { MantineProvider, Menu } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PlainButton } from '#ui/plain-button.tsx';
import { type Late, lateMenu } from './late-menu.tsx';

function FruitMenu({ label, opensAtOnce, place }: { label: string } & Late) {
  return (
    <Menu defaultOpened={opensAtOnce}>
      <Menu.Target>
        <PlainButton ref={place}>{label}</PlainButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>Pear</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A menu whose code comes when the test says so. */
async function show(options: { afterMs?: number } = {}) {
  const { promise: code, resolve } = Promise.withResolvers<{ default: typeof FruitMenu }>();
  const asked = vi.fn(() => code);
  const Late = lateMenu<{ label: string }>(
    asked,
    ({ label, standIn }) => <PlainButton {...standIn}>{label}</PlainButton>,
    options,
  );
  await render(
    <MantineProvider>
      <Late label="Fruit" />
    </MantineProvider>,
  );
  return { asked, arrives: () => resolve({ default: FruitMenu }) };
}

const button = () => page.getByRole('button', { name: 'Fruit' });
const item = () => page.getByRole('menuitem', { name: 'Pear' });

test('a menu that is pressed before its code is there is busy, and opens as soon as it can', async () => {
  const { arrives } = await show();
  await expect.element(button()).toHaveAttribute('aria-busy', 'false');
  await button().click();
  await expect.element(button()).toHaveAttribute('aria-busy', 'true');
  await expect.element(item()).not.toBeInTheDocument();
  arrives();
  await expect.element(item()).toBeVisible();
  await expect.element(button()).not.toHaveAttribute('aria-busy');
});

test('a menu that nobody pressed stays closed when it comes', async () => {
  const { arrives } = await show();
  await expect.element(button()).toHaveAttribute('aria-haspopup', 'menu');
  arrives();
  await expect.element(button()).not.toHaveAttribute('aria-busy');
  await expect.element(item()).not.toBeInTheDocument();
  await button().click();
  await expect.element(item()).toBeVisible();
});

test('a menu that comes while the keyboard is at its stand-in has the focus itself', async () => {
  const { arrives } = await show();
  await userEvent.keyboard('{Tab}');
  await expect.element(button()).toHaveFocus();
  arrives();
  await expect.element(button()).not.toHaveAttribute('aria-busy');
  await expect.element(button()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button()).toHaveFocus();
});

test('a menu that comes takes the focus from nobody else', async () => {
  const { arrives } = await show();
  await userEvent.keyboard('{Tab}');
  (document.activeElement as HTMLElement).blur();
  arrives();
  await expect.element(button()).not.toHaveAttribute('aria-busy');
  await expect.element(button()).not.toHaveFocus();
});

test('a menu that is to come later is not asked for before that, and a press brings it at once', async () => {
  const { asked, arrives } = await show({ afterMs: 600_000 });
  arrives();
  await expect.element(button()).toHaveAttribute('aria-haspopup', 'menu');
  expect(asked).not.toHaveBeenCalled();
  await button().click();
  await expect.element(item()).toBeVisible();
});

test('a menu that is to come later comes by itself', async () => {
  const { asked, arrives } = await show({ afterMs: 200 });
  arrives();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await expect.element(button()).not.toHaveAttribute('aria-busy');
});
