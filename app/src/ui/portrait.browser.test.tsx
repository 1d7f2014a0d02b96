import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Portrait } from './portrait.tsx';

const initials = () => document.querySelector('[data-initials]')?.getAttribute('data-initials');
const dot = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')}`;

test('a portrait that does not load makes way for the initials, and the next one is tried', async () => {
  const screen = await render(<Portrait name="Nora Lindqvist" src="data:image/png;base64,AAAA" size={40} />);
  await expect.poll(initials).toBe('NL');
  expect(document.querySelector('img')).toBeNull();
  await screen.rerender(<Portrait name="Nora Lindqvist" src={dot} size={40} />);
  await expect.poll(() => document.querySelector('img')?.naturalWidth).toBe(8);
  expect(initials()).toBeUndefined();
});
