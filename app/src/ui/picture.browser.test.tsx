import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { samplePicture } from '#testing/sample-content.ts';
import { Picture } from './picture.tsx';

const standIn = () => document.querySelector('[data-picture]')?.getAttribute('data-picture');

test('[MODEL-12] a placeholder where there is no picture, the broken sign where it does not load', async () => {
  const screen = await render(<Picture src={null} alt="T3 Counter" />);
  await expect.element(page.getByRole('img', { name: 'T3 Counter' })).toBeVisible();
  expect(standIn()).toBe('placeholder');

  await screen.rerender(<Picture src="data:image/png;base64,broken" alt="T3 Counter" />);
  await expect.poll(standIn).toBe('broken');
  await expect.element(page.getByRole('img', { name: 'T3 Counter' })).toBeVisible();

  const good = samplePicture('#cfe6f1');
  await screen.rerender(<Picture src={good} alt="T3 Counter" />);
  await expect.element(page.getByRole('img', { name: 'T3 Counter' })).toHaveAttribute('src', good);
  expect(standIn()).toBeUndefined();
});
