import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleUser } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import {
  button,
  field,
  fill,
  isOfMessages,
  offline,
  openForm,
  paste,
  recipient,
} from '#testing/send-page.ts';
import { phone, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

const show = (options: SamplePackOptions = {}) => openForm(samplePackServices(options));

const link = 'https://satchel.velden.example/p/7Qm2xK9fTzLr4WbNcVhY8e';
const written = vi.fn(async (_text: string) => undefined);

beforeEach(() => {
  written.mockReset();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written);
});

async function make(options: SamplePackOptions = {}) {
  const world = await show({ waiting: [], ...options });
  await fill();
  await button('Link').click();
  await expect.element(page.getByRole('dialog', { name: 'Link for Daniel Okafor' })).toBeVisible();
  return world;
}

test('[PSEND-01, PSEND-13, LOG-06, LOG-07] the dialog shows code and full address, and the event is logged once', async () => {
  const { recorded, events, at } = await make();
  await expect.element(page.getByRole('img', { name: `QR code of ${link}` })).toBeVisible();
  await expect.element(page.getByText(link, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Saved to the server, the link works now.')).toBeVisible();
  expect(recorded.map(({ how }) => how)).toEqual(['link']);
  expect(events.filter(isOfMessages)).toEqual([
    {
      ...{ eventTypeId: 21, packId: 'brightwater', channelId: 'retail', messageId: recorded[0]?.id },
      description: 'Message link: Brightwater Cafés',
      ownerId: sampleUser.uuid,
    },
  ]);
  await expect.element(button('Make another link')).toBeVisible();
  await button('Finish').click();
  await expect.poll(at).toBe('/packs/brightwater/view');
});

test('the dialog says when the link was taken back in another window', async () => {
  const { services, correctedElsewhere } = await make();
  const works = page.getByText('Saved to the server, the link works now.');
  await expect.element(works).toBeVisible();
  const { get } = services.messages;
  services.messages.get = async (id) => {
    const message = await get(id);
    return message && { ...message, link_revoked: true };
  };
  await correctedElsewhere('as it was');
  await expect.element(page.getByText('It was taken back, so the link leads nowhere.')).toBeVisible();
  await expect.element(works).not.toBeInTheDocument();
});

const copies = [
  ['done', 'Copied', 'check', () => Promise.resolve(undefined)],
  ['failed', 'Copying failed', 'alert-circle', () => Promise.reject(new DOMException('', 'NotAllowedError'))],
] as const;
test.each(copies)(
  '[PSEND-14, CONST-17] copying that is %s says %s by its sign, for three seconds',
  async (...given) => {
    const [, said, sign, copied] = given;
    written.mockImplementation(copied);
    await make();
    const signs = (name: string) => button(name).element().querySelectorAll(`svg.tabler-icon-${sign}`).length;
    expect(signs('Copy the link')).toBe(0);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      (button('Copy the link').element() as HTMLElement).click();
      while (vi.getTimerCount() === 0) await new Promise(requestAnimationFrame);
      expect(written).toHaveBeenCalledWith(link);
      await vi.advanceTimersByTimeAsync(2900);
      expect(button(said).elements()).toHaveLength(1);
      expect(signs(said)).toBe(1);
      await vi.advanceTimersByTimeAsync(200);
    } finally {
      vi.useRealTimers();
    }
    await expect.element(button('Copy the link')).toBeVisible();
  },
);

test('the link is handed to the share sheet of the system, and can be even before it works', async () => {
  const shared: ShareData[] = [];
  const share = async (data: ShareData) => void shared.push(data);
  for (const [name, value] of Object.entries({ share, canShare: () => true }))
    Object.defineProperty(navigator, name, { value, configurable: true });
  try {
    await make(offline);
    await button('Share the link').click();
    await expect.poll(() => shared).toEqual([{ title: 'Brightwater Cafés', url: link }]);
  } finally {
    for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
  }
});

test('a rep opens the link as their own visit, while text, code and copy stay the prospect’s', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await make();
  await button('Open the link, not counted as a visit').click();
  expect(opened).toHaveBeenCalledWith(`${link}?own`, '_blank', 'noopener');
  opened.mockRestore();
  await button('Copy the link').click();
  expect(written).toHaveBeenCalledWith(link);
  await expect.element(page.getByRole('status', { name: 'Address of the link' })).toHaveTextContent(link);
  expect(page.getByRole('dialog').element().innerHTML).not.toContain('?own');
});

test('on a phone the dialog is a sheet from below', async () => {
  await phone();
  await make();
  const sheet = page.getByRole('dialog', { name: 'Link for Daniel Okafor' });
  const edges = () => {
    const { left, right, bottom } = sheet.element().getBoundingClientRect();
    return { left, right: innerWidth - right, bottom: innerHeight - bottom };
  };
  await expect.poll(edges).toEqual({ left: 0, right: 0, bottom: 0 });
  await tablet();
});

test('[PSEND-15, PSEND-17] Make another link stays with an empty recipient, and what is made then is another one', async () => {
  const { at, recorded } = await make();
  await button('Make another link').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  for (const name of ['First name', 'Last name', 'Email', 'Company name'])
    await expect.element(field(name)).toHaveValue('');
  expect(at()).toBe('/packs/brightwater/send');
  await fill();
  await field('First name').fill('Mia');
  await button('Link').click();
  await expect.element(page.getByRole('dialog', { name: 'Link for Mia Okafor' })).toBeVisible();
  expect(recorded.map(({ how }) => how)).toEqual(['link', 'link']);
  expect(new Set(recorded.map(({ id }) => id)).size).toBe(2);
});

test('one that is cancelled in another window meanwhile is not said to wait', async () => {
  const { services, recorded } = await make(offline);
  await services.messages.cancel(recorded[0]?.id ?? '');
  await expect.element(page.getByText('It was cancelled, so the link leads nowhere.')).toBeVisible();
  await expect.element(page.getByText(/^Waiting on this device/)).not.toBeInTheDocument();
});

test('offline the dialog says that the link does not work yet', async () => {
  await make(offline);
  await expect
    .element(page.getByText('Waiting on this device, the link works once it is sent.'))
    .toBeVisible();
  await expect.element(button('Open the link, not counted as a visit')).not.toBeInTheDocument();
});

describe('[PSEND-16] where the server makes the link', () => {
  /** Its answer to the message is lost, and comes with the next push. */
  async function makeThere() {
    const world = samplePackServices({ waiting: [], outcome: offline.outcome });
    const { messages } = world.services;
    const { record } = messages;
    messages.record = async (...given) => ({ ...(await record(...given)), link: '' });
    const state: { told: string | null; isSaved: boolean; refused: boolean } = {
      ...{ told: null, isSaved: false, refused: false },
    };
    messages.link = async (id) => ((await messages.get(id)) ? state.told : null);
    const { get } = messages;
    messages.get = async (id) => {
      const message = await get(id);
      return message && state.isSaved ? { ...message, _meta: {} } : message;
    };
    const { refused } = messages;
    messages.refused = async (id) => {
      const none = await refused(id);
      return state.refused ? { id, form: {} as never, reason: 'No', changed: null, channelId: null } : none;
    };
    const shown = await openForm(world);
    await fill();
    await button('Link').click();
    await expect.element(page.getByRole('dialog', { name: 'Link for Daniel Okafor' })).toBeVisible();
    return { ...shown, state };
  }
  const address = page.getByRole('status', { name: 'Address of the link' });

  test('one that is recorded is waited for, and shown as it comes', async () => {
    const { state, correctedElsewhere, drafts } = await makeThere();
    await expect.element(page.getByText(/^The server makes this link/)).toBeVisible();
    await expect
      .element(page.getByText('Waiting on this device, the link is made once it is sent.'))
      .toBeVisible();
    await expect.element(page.getByText(/^Error sending message/)).not.toBeInTheDocument();
    expect([button('Copy the link').elements(), drafts.size]).toEqual([[], 0]);
    Object.assign(state, { told: link, isSaved: true });
    await correctedElsewhere('as it was');
    await expect.element(address).toHaveTextContent(link);
    await expect.element(page.getByRole('img', { name: `QR code of ${link}` })).toBeVisible();
    await expect.element(page.getByText('Saved to the server, the link works now.')).toBeVisible();
    await button('Copy the link').click();
    expect(written).toHaveBeenCalledWith(link);
  });

  test('one that the server has without telling it is not said to work', async () => {
    const { state, correctedElsewhere } = await makeThere();
    state.isSaved = true;
    await correctedElsewhere('as it was');
    await expect.element(page.getByText('Saved to the server, which has told no link yet.')).toBeVisible();
    await expect.element(page.getByText(/the link works now/)).not.toBeInTheDocument();
  });

  test('one that is refused leads to its correction', async () => {
    const { state, correctedElsewhere, recorded, history } = await makeThere();
    state.refused = true;
    await correctedElsewhere('as it was');
    await expect.element(page.getByText('The server refused it, so the link does not work.')).toBeVisible();
    const visited: string[] = [];
    const leave = history.subscribe(({ location }) => visited.push(location.search));
    await button('Correct it').click();
    await expect.poll(() => visited).toContain(`?message=${recorded[0]?.id}`);
    leave();
  });

  test('[PSEND-01] several at once are not made, and the form keeps everybody', async () => {
    const world = samplePackServices({ waiting: [] });
    world.services.messages.recordAll = async () => {
      throw new Error('This server makes one link at a time');
    };
    await openForm(world);
    await fill();
    await paste('Ann Lee <ann@b.example>');
    await recipient(2).getByRole('textbox', { name: 'Company name' }).fill('B');
    await button('Link').click();
    await expect
      .element(page.getByText('Error sending message: This server makes one link at a time'))
      .toBeVisible();
    await expect.element(recipient(2).getByRole('textbox', { name: 'First name' })).toHaveValue('Ann');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
