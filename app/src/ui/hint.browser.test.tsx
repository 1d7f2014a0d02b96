import { MantineProvider } from '@mantine/core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Hint } from './hint.tsx';

const tooltip = () => page.getByRole('tooltip');

beforeEach(async () => {
  await render(
    <MantineProvider>
      <button type="button">Before</button>
      <Hint label="Refresh the list">
        <button type="button" style={{ margin: 80 }}>
          Refresh
        </button>
      </Hint>
    </MantineProvider>,
  );
});

test('the words show the first time a pointer rests on the control, and go with it', async () => {
  await page.getByRole('button', { name: 'Refresh' }).hover();
  await expect.element(tooltip()).toHaveTextContent('Refresh the list');
  await page.getByRole('button', { name: 'Before' }).hover();
  await expect.element(tooltip()).not.toBeInTheDocument();
});

test('they show for the keyboard too, and Escape takes them away', async () => {
  await page.getByRole('button', { name: 'Before' }).click();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toHaveFocus();
  await expect.element(tooltip()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip()).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toHaveFocus();
});
