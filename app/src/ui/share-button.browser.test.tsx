import { MantineProvider } from '@mantine/core';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ShareButton } from './share-button.tsx';

const link = 'https://host.example/p/token';

/** Puts a share sheet of the system in the place of the browser's own, or takes it away. */
function systemWith(share: ((data: ShareData) => Promise<void>) | undefined) {
  for (const [name, value] of Object.entries({ share, canShare: share && (() => true) }))
    Object.defineProperty(navigator, name, { value, configurable: true });
}

afterEach(() => {
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
});

const show = () =>
  render(
    <MantineProvider>
      <ShareButton label="Share the link" title="Link for Ingrid" url={link} />
    </MantineProvider>,
  );
const button = () => page.getByRole('button', { name: 'Share the link' });

test('it hands title and link to the share sheet of the system', async () => {
  const shared: ShareData[] = [];
  systemWith(async (data) => void shared.push(data));
  await show();
  await button().click();
  await expect.poll(() => shared).toEqual([{ title: 'Link for Ingrid', url: link }]);
  await expect.element(button()).toHaveAttribute('data-state', 'ready');
});

test('where the system has no share sheet there is no button', async () => {
  systemWith(undefined);
  const { container } = await show();
  expect(container.querySelector('button')).toBeNull();
});

test('who closes the sheet is told nothing, who meets a fault is', async () => {
  let fault = new DOMException('closed', 'AbortError');
  let asked = 0;
  systemWith(() => {
    asked += 1;
    return Promise.reject(fault);
  });
  await show();
  await button().click();
  await expect.poll(() => asked).toBe(1);
  await expect.element(button()).toHaveAttribute('data-state', 'ready');
  fault = new DOMException('no', 'NotAllowedError');
  await button().click();
  await expect.element(page.getByRole('status')).toHaveTextContent('Action failed');
  await expect.element(button()).toHaveAttribute('data-state', 'error');
});
