import { MantineProvider, Menu } from '@mantine/core';
import { expect, test } from 'vitest';
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
async function show() {
  const { promise: code, resolve } = Promise.withResolvers<{ default: typeof FruitMenu }>();
  const Late = lateMenu<{ label: string }>(
    () => code,
    ({ label, standIn }) => <PlainButton {...standIn}>{label}</PlainButton>,
  );
  await render(
    <MantineProvider>
      <Late label="Fruit" />
    </MantineProvider>,
  );
  return { arrives: () => resolve({ default: FruitMenu }) };
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
