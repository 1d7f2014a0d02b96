import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type OfflineProgress, OfflineSwitch } from './offline-switch.tsx';

const progress = (state: OfflineProgress['state'], bytesDone = 0): OfflineProgress => ({
  state,
  filesDone: Math.round((18 * bytesDone) / 78e6),
  filesTotal: 18,
  bytesDone,
  bytesTotal: 78_000_000,
});

const toggle = () => page.getByRole('switch', { name: 'Offline' });
const show = (shown: OfflineProgress, blockedBecause: string | null = null) => {
  const onToggle = vi.fn();
  const element = (next: OfflineProgress) => (
    <OfflineSwitch
      progress={next}
      label="Offline"
      description="Make the files available"
      blockedBecause={blockedBecause}
      onToggle={onToggle}
    />
  );
  return render(element(shown)).then((screen) => ({
    onToggle,
    change: (next: OfflineProgress) => screen.rerender(element(next)),
  }));
};

test('[RES-10] it is on only when every byte is there, and says how many of how many until then', async () => {
  const { change } = await show(progress('off'));
  await expect.element(toggle()).not.toBeChecked();
  await change(progress('loading', 31_000_000));
  await expect.element(page.getByText('7 of 18 files, 31 MB of 78 MB')).toBeVisible();
  await expect.element(toggle()).not.toBeChecked();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  await change(progress('partial', 31_000_000));
  await expect.element(page.getByText('7 of 18 files, try again')).toBeVisible();
  await expect.element(toggle()).not.toBeChecked();
  await change(progress('on', 78_000_000));
  await expect.element(toggle()).toBeChecked();
  await expect.element(page.getByText('18 files, 78 MB on this device')).toBeVisible();
});

test('who listens is told of each quarter, and of how it ended', async () => {
  const { change } = await show(progress('on', 78_000_000));
  const told = page.getByRole('status');
  await expect.element(toggle()).toBeChecked();
  expect(told.elements()).toEqual([]);
  await change(progress('loading', 50_000_000));
  await expect.element(told).toHaveTextContent('Offline 50 %');
  await change(progress('partial', 52_000_000));
  await expect.element(told).toHaveTextContent('Offline: 12 of 18 files, try again');
  await change(progress('loading', 52_000_000));
  await change(progress('on', 78_000_000));
  await expect.element(told).toHaveTextContent('Offline: 18 files, 78 MB on this device');
});

test('the space bar turns it', async () => {
  const { onToggle } = await show(progress('off'));
  (toggle().element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  expect(onToggle).toHaveBeenCalledTimes(1);
});

test('[NAV-47] a blocked one stays as it is and says why, unless there is something to drop', async () => {
  const { onToggle, change } = await show(progress('off'), 'Log in to download');
  await expect.element(page.getByText('Log in to download')).toBeVisible();
  await toggle().click({ force: true });
  expect(onToggle).not.toHaveBeenCalled();
  await change(progress('on', 78_000_000));
  await expect.element(page.getByText('18 files, 78 MB on this device')).toBeVisible();
  await toggle().click();
  expect(onToggle).toHaveBeenCalledTimes(1);
});
