import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ChannelView } from '#services.ts';
import { sampleChannels, sampleUser } from '#testing/sample-content.ts';
import type { SampleOptions } from '#testing/sample-options.ts';
import { showApp } from '#testing/show-app.tsx';

const showPicker = ({ session, ...options }: SampleOptions = {}) =>
  showApp('/', { ...options, session: { activeChannelId: null, ...session } });

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const main = () => page.getByRole('main');
const row = (name: string) => main().getByRole('button', { name: new RegExp(`^${name}`) });

test('[CHAN-05] a card titled Channel lists channels with thumbnail, title and summary', async () => {
  await showPicker();
  await expect.element(title('Channel')).toBeVisible();
  await expect.element(row('Retail & Hospitality')).toBeVisible();
  expect(main().getByRole('listitem').elements()).toHaveLength(2);
  await expect
    .element(row('Retail & Hospitality'))
    .toMatchTextContent(/Counter, table and take-away: the 2027 range for shops, cafés and hotels\./);
  const picture = (name: string) => row(name).element().querySelector('img, [data-picture]');
  expect(picture('Retail & Hospitality')?.getAttribute('src')).toBe(sampleChannels[0]?.imageUrl);
  expect(picture('Transit & Parking')?.getAttribute('data-picture')).toBe('placeholder');
});

test('[CHAN-07, CHAN-02] a school sign and its words mark the live learning channels, and no other', async () => {
  await showPicker();
  await expect.element(row('Transit & Parking')).toMatchTextContent(/live learning channel/);
  expect(row('Transit & Parking').element().querySelector('.tabler-icon-school')).not.toBeNull();
  expect(row('Retail & Hospitality').element().querySelector('.tabler-icon-school')).toBeNull();
});

test('choosing one opens it, with the focus at its title', async () => {
  const { calls } = await showPicker();
  await row('Transit & Parking').click();
  await expect.element(title('Transit & Parking')).toBeVisible();
  expect(calls).toContain('select transit');
  await expect.element(title('Transit & Parking')).toHaveFocus();
});

test('[CHAN-16] a double tap chooses once', async () => {
  const [, transit] = sampleChannels;
  const first = Promise.withResolvers<ChannelView | null>();
  const begin = vi.fn(async (): Promise<ChannelView | null> => null).mockReturnValueOnce(first.promise);
  const { calls } = await showPicker({ begin });
  await expect.element(row('Transit & Parking')).toBeVisible();
  const tapped = row('Transit & Parking').element() as HTMLElement;
  tapped.click();
  tapped.click();
  first.resolve(transit ?? null);
  await expect.element(title('Transit & Parking')).toHaveFocus();
  expect(calls.filter((call) => call.startsWith('select'))).toEqual(['select transit']);
});

test('home begins with what the choice read, and with nothing of another channel', async () => {
  const [retail, transit] = sampleChannels;
  const channelView = vi.fn(() => new Promise<never>(() => {}));
  const { screen } = await showPicker({ begin: async () => transit ?? null, channelView });
  await row('Transit & Parking').click();
  await expect.element(title('Transit & Parking')).toBeVisible();
  await vi.waitFor(() => expect(channelView).toHaveBeenCalledWith('transit'));
  await screen.unmount();
  const { calls } = await showPicker({ begin: async () => retail ?? null, channelView });
  await row('Transit & Parking').click();
  await expect.poll(() => calls).toContain('select transit');
  await expect.poll(() => channelView.mock.calls).toHaveLength(2);
  expect(page.getByRole('heading', { level: 1 }).elements()).toEqual([]);
});

test('[CHAN-08] the refresh button says what it does and fetches the list again', async () => {
  const { calls } = await showPicker();
  const asked = () => calls.filter((call) => call === 'load channels').length;
  await expect.element(row('Transit & Parking')).toBeVisible();
  expect(asked()).toBe(1);
  const refresh = main().getByRole('button', { name: 'Refresh the list of available channels' });
  await refresh.hover();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Refresh the list of available channels');
  await refresh.click();
  await expect.poll(asked).toBe(2);
});

test('[CHAN-09, CHAN-10] the only channel is chosen by itself, as a hand would', async () => {
  const { calls } = await showPicker({ channels: sampleChannels.slice(0, 1) });
  await expect.element(title('Retail & Hospitality')).toBeVisible();
  expect(calls.filter((call) => call.startsWith('select'))).toEqual(['select retail']);
});

test('[CHAN-11, CHAN-13] an error is told with its reason and a way to sign in as somebody else', async () => {
  const { at } = await showPicker({
    channels: [],
    load: async () => ({ ok: false, failure: 'Unable to find any channels' }),
  });
  const alert = main().getByRole('alert');
  await expect
    .element(alert.getByRole('heading', { name: 'There was an error retrieving channels' }))
    .toBeVisible();
  await expect.element(alert.getByText('Unable to find any channels')).toBeVisible();
  await alert.getByRole('link', { name: 'Log in as a different user' }).click();
  await expect.poll(at).toBe('/user/logout');
});

test('[CHAN-12, CHAN-15] who is assigned to no channel is told to ask the team leader', async () => {
  await showPicker({ channels: [], session: { user: { ...sampleUser, channels: [] } } });
  await expect.element(main().getByText('You do not appear to be assigned to any channels')).toBeVisible();
  await expect.element(main().getByText('Please ask your team leader to assign you to one.')).toBeVisible();
});

test('[CHAN-15] whose record names channels is not told so while the list is empty', async () => {
  await showPicker({
    channels: [],
    load: async () => ({ ok: false, failure: 'Unable to find any channels' }),
  });
  await expect.element(main().getByText('Unable to find any channels')).toBeVisible();
  await expect.element(main().getByText(/do not appear to be assigned/)).not.toBeInTheDocument();
});

test('rows stand in for channels while the first list is fetched', async () => {
  await showPicker({ channels: [], load: () => new Promise(() => {}) });
  await expect.element(main().getByRole('status', { name: 'Loading' })).toBeVisible();
});
