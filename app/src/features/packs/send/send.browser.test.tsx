import { notifications } from '@mantine/notifications';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoise } from '#testing/quiet-browser.ts';
import { sampleChannels } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePackServices, sampleSignature } from '#testing/sample-packs.ts';
import { expectNoAxeViolations, phone, setColorScheme, showWorld, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

const open = (world: ReturnType<typeof samplePackServices>) => showWorld('/packs/brightwater/send', world);
const show = (options: SamplePackOptions = {}) => open(samplePackServices(options));
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

const isOfMessages = ({ eventTypeId }: { eventTypeId: number }) => eventTypeId === 20 || eventTypeId === 21;

async function fill() {
  await field('First name').fill('Daniel');
  await field('Last name').fill('Okafor');
  await field('Email').fill('daniel.okafor@brightwater.example');
  await field('Company name').fill('Brightwater Cafés');
}

const offline = {
  outcome: { savedLocally: true, savedRemotely: false, failure: 'Application is offline' },
  connection: { online: false, icon: 'offline' },
} as const;

describe('form', () => {
  test('[PSEND-02, PSEND-03] one tab Recipient Details with the fields, the subject being the pack’s title', async () => {
    await show();
    await expect.element(page.getByRole('tab', { name: 'Recipient Details' })).toBeVisible();
    expect(page.getByRole('tab').elements()).toHaveLength(1);
    for (const name of ['First name', 'Last name', 'Email', 'Company name', 'Message']) {
      await expect.element(field(name)).toBeVisible();
    }
    await expect.element(field('Subject')).toHaveValue('Brightwater Cafés');
  });

  test('[PSEND-02, PERM-10] with packNoSend the page is refused', async () => {
    const { at } = await show({ configuration: { flags: { packNoSend: true } } });
    await expect.poll(at).toBe('/access-denied');
  });

  test('a menu of the formats lies over the bars at the lower edge', async () => {
    await phone();
    await show();
    const toolbar = page.getByRole('toolbar');
    const bottom = () => toolbar.element().getBoundingClientRect().bottom;
    await expect.element(toolbar).toBeVisible();
    scrollBy({ top: bottom() - (innerHeight - 240), behavior: 'instant' });
    await button('Format: Paragraph').click();
    const last = page.getByRole('menuitem', { name: 'Heading 4' });
    await expect.element(last).toBeVisible();
    scrollBy({ top: bottom() - (innerHeight - 150), behavior: 'instant' });
    const isOnTop = () => {
      const box = last.element().getBoundingClientRect();
      const places = page.getByRole('navigation', { name: 'Places' }).element().getBoundingClientRect();
      return (
        box.bottom > places.top &&
        last.element().contains(document.elementFromPoint(box.left + 20, box.bottom - 6))
      );
    };
    await expect.poll(isOnTop).toBe(true);
  });

  test('[PSEND-04] Options open and close, with permission, memo and the three signatures', async () => {
    await show();
    const memo = field('Memo');
    await expect.element(memo).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'Permission to contact' })).not.toBeChecked();
    const select = page.getByRole('combobox', { name: 'Signature' });
    expect([...(select.element() as HTMLSelectElement).options].map(({ label }) => label)).toEqual([
      'None',
      'Default from channel',
      'Mine',
    ]);
    await button('Options').click();
    await expect.element(memo).not.toBeInTheDocument();
    await button('Options').click();
    await expect.element(memo).toBeVisible();
  });

  test('[PSEND-05] Mine with a signature of one’s own, else Default, and its preview', async () => {
    const first = await show();
    const select = page.getByRole('combobox', { name: 'Signature' });
    await expect.element(select).toHaveValue('mine');
    await expect.element(page.getByText('Key account manager')).toBeVisible();
    await select.selectOptions('none');
    await expect.element(page.getByText('Key account manager')).not.toBeInTheDocument();
    await first.screen.unmount();

    const channels = sampleChannels.map((channel) => ({
      ...channel,
      signature: { ...sampleSignature, title: 'The Velden team' },
    }));
    await show({ signature: null, channels });
    await expect.element(select).toHaveValue('default');
    await expect.element(page.getByText('The Velden team')).toBeVisible();
  });

  test('[PSEND-05] a signature that comes from the host after the form is Mine, and nothing that somebody typed', async () => {
    const world = samplePackServices();
    let mine: typeof sampleSignature | null = null;
    world.services.signatures.mine = async () => {
      // The same read as that of the pack, so that it is asked again with it.
      await world.services.packs.get('brightwater');
      return mine;
    };
    const first = await open(world);
    const select = page.getByRole('combobox', { name: 'Signature' });
    await expect.element(select).toHaveValue('default');
    mine = sampleSignature;
    await world.services.packs.save(world.packs()[0]!);
    await expect.element(select).toHaveValue('mine');
    await first.screen.unmount();
    await open(world);
    await expect.element(select).toHaveValue('mine');
    await expect.element(page.getByText(/What you typed last time is back/)).not.toBeInTheDocument();
  });

  test('[PSEND-06, PSEND-07, PSEND-08] sending an empty form marks every required field and sends nothing', async () => {
    const { recorded } = await show();
    await field('Email').fill('daniel');
    await button('Send').click();
    for (const words of [
      'First name is required',
      'Last name is required',
      'Email is invalid - email address',
      'Company name is required',
    ]) {
      await expect.element(page.getByText(words)).toBeVisible();
    }
    await expect.element(field('First name')).toHaveFocus();
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true');
    await button('Link').click();
    expect(recorded).toEqual([]);
  });

  test('Enter leads from field to field and sends nothing; it does on the button', async () => {
    const { recorded } = await show({ takesLinkControl: true });
    await fill();
    await expect.element(field('Message')).toBeVisible();
    (field('Email').element() as HTMLElement).focus();
    for (const next of ['Company name', 'Subject', 'Message']) {
      await userEvent.keyboard('{Enter}');
      await expect.element(field(next)).toHaveFocus();
    }
    await page.getByLabelText('Link valid until').click();
    for (const next of ['Visits allowed', 'Link password']) {
      await userEvent.keyboard('{Enter}');
      await expect.element(field(next)).toHaveFocus();
    }
    await userEvent.keyboard('{Enter}');
    (page.getByRole('checkbox', { name: 'Permission to contact' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(recorded).toEqual([]);
    (button('Send').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' })).toBeVisible();
    expect(recorded).toHaveLength(1);
  });

  test('a live learning channel warns that packs go only to the sender', async () => {
    await show({ channels: sampleChannels.map((channel) => ({ ...channel, sandbox: true })) });
    await expect
      .element(
        page.getByText(
          'This is a live learning channel. Packs are sent only to you, and activity is not recorded outside it.',
        ),
      )
      .toBeVisible();
  });

  test('what was typed is there again after a reload, and for nobody else', async () => {
    const world = samplePackServices();
    const first = await open(world);
    await fill();
    await field('Message').click();
    await userEvent.keyboard('See you on Thursday');
    await first.screen.unmount();

    const again = await open(world);
    await expect.element(field('First name')).toHaveValue('Daniel');
    await expect.element(field('Message')).toHaveTextContent('See you on Thursday');
    await expect.element(page.getByText(/What you typed last time is back/)).toBeVisible();
    await again.screen.unmount();

    const user = world.session.current().user!;
    world.session.set({ ...world.session.current(), user: { ...user, uuid: 'somebody-else' } });
    world.services.packs.get = async () => ({ ...world.packs()[0]!, pack_type: 'global' });
    await open(world);
    await expect.element(field('First name')).toHaveValue('');
  });

  test('a device that cannot be asked what was sent before says so, and shows no page that never comes', async () => {
    const world = samplePackServices();
    world.services.messages.recorded = () => Promise.reject(new Error('The local copy cannot be read'));
    expectNoise(/The local copy cannot be read/);
    await open(world);
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/This page could not be shown: The local copy cannot be read/);
  });

  test('when the sign-in ends the form goes, and what was typed is there for its writer alone', async () => {
    const world = samplePackServices();
    world.services.packs.get = async () => ({ ...world.packs()[0]!, pack_type: 'global' });
    const signedIn = world.session.current();
    const first = await open(world);
    await field('Last name').fill('Okafor');
    world.session.set({ ...signedIn, user: null });
    await expect.element(field('Last name')).not.toBeInTheDocument();
    await first.screen.unmount();

    world.session.set({ ...signedIn, user: { ...signedIn.user!, uuid: 'somebody-else' } });
    const another = await open(world);
    await expect.element(field('Last name')).toHaveValue('');
    await another.screen.unmount();

    world.session.set(signedIn);
    await open(world);
    await expect.element(field('Last name')).toHaveValue('Okafor');
  });
});

describe('sending', () => {
  test('[PSEND-01, PSEND-09, PSEND-10, PSEND-12, PSEND-18, PSEND-19, LOG-06, LOG-07] a pack is sent once, and the confirmation offers the next', async () => {
    const { recorded, at, events } = await show();
    for (const name of ['Cancel', 'Link', 'Send']) await expect.element(button(name)).toBeVisible();
    await fill();
    await field('Memo').fill('Met at the fair');
    await page.getByRole('checkbox', { name: 'Permission to contact' }).click();
    await button('Send').dblClick();
    await expect.element(page.getByText('Pack successfully saved!')).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' })).toBeVisible();
    expect(recorded).toHaveLength(1);
    expect(recorded[0]).toMatchObject({
      how: 'send',
      pack: { id: 'brightwater' },
      form: {
        firstName: 'Daniel',
        email: 'daniel.okafor@brightwater.example',
        memo: 'Met at the fair',
        contactPermission: true,
        signature: 'mine',
      },
    });
    expect(events.filter(isOfMessages)).toEqual([
      {
        ...{ eventTypeId: 20, packId: 'brightwater', channelId: 'retail', messageId: recorded[0]?.id },
        description: 'Message sent: Brightwater Cafés',
      },
    ]);
    await expect.element(button('Send another')).toBeVisible();
    await button('Finish').click();
    await expect.poll(at).toBe('/packs/brightwater/view');
  });

  test('who goes back at once after Finish finds an empty form, and what is sent from it is another message', async () => {
    const { recorded, at, history, services } = await show();
    const record = vi.spyOn(services.messages, 'record');
    await fill();
    const finishAndGoBack = async () => {
      await expect.element(button('Finish')).toBeVisible();
      (button('Finish').element() as HTMLElement).click();
      // The view has been asked for and is not drawn yet.
      expect(at()).toBe('/packs/brightwater/view');
      await expect.element(button('Finish')).toBeInTheDocument();
      history.back();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      expect(at()).toBe('/packs/brightwater/send');
      await expect.element(field('First name')).toHaveValue('');
    };
    await button('Link').click();
    await finishAndGoBack();
    await fill();
    await button('Send').click();
    await finishAndGoBack();
    expect(recorded.map(({ how }) => how)).toEqual(['link', 'send']);
    const ids = record.mock.calls.map(([, , , at]) => (at && 'id' in at ? at.id : ''));
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('');
  });

  test('[PSEND-15, PSEND-17] Send another keeps the words, clears the recipient and stays', async () => {
    const { at, recorded } = await show();
    await fill();
    await field('Subject').fill('Our offer');
    await button('Send').click();
    await button('Send another').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(field('First name')).toHaveValue('');
    await expect.element(field('Email')).toHaveValue('');
    await expect.element(field('Subject')).toHaveValue('Our offer');
    expect(at()).toBe('/packs/brightwater/send');
    await fill();
    await button('Send').click();
    await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' })).toBeVisible();
    expect(recorded).toHaveLength(2);
  });

  test('[PSEND-20, PSEND-21] offline it is saved for later and never said to be sent', async () => {
    await show(offline);
    await fill();
    await button('Send').click();
    await expect
      .element(page.getByText('Pack saved locally and will be saved to server when next online'))
      .toBeVisible();
    await expect
      .element(page.getByRole('dialog', { name: 'Pack saved for sending when next online' }))
      .toBeVisible();
    await expect.element(page.getByText('Pack successfully sent!')).not.toBeInTheDocument();
    await expect.element(page.getByText('Mail leaves only while the app is open and online.')).toBeVisible();
  });

  test('[PSEND-22] a server that fails while online is told once, with its reason', async () => {
    await show({ outcome: { ...offline.outcome, failure: 'Server error (500)' } });
    await fill();
    await button('Send').click();
    const told = 'The pack was saved locally but could not be saved to the server: Server error (500)';
    await expect.element(page.getByRole('dialog', { name: told })).toBeVisible();
    await button('Finish').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByText(told)).not.toBeInTheDocument();
  });

  test('a send that is refused at once leads to the message that is corrected, and the confirmation follows it', async () => {
    const outcome = { savedLocally: true, savedRemotely: false, failure: 'No such address' };
    const world = samplePackServices({ outcome });
    let state: 'waiting' | 'refused' = 'waiting';
    world.services.waiting.items = async ({ ids = [] } = {}) =>
      ids.map((id) => ({
        ...{ id, type: 'salestool--message', title: '', subtitle: '', updated: 0, packId: null, state },
        reason: state === 'refused' ? 'Left the channel' : null,
      }));
    const { recorded, history, correctedElsewhere } = await open(world);
    await fill();
    await button('Send').click();
    await expect.element(page.getByText(/^Mail leaves only while/)).toBeVisible();
    state = 'refused';
    await correctedElsewhere('as it was');
    const said = 'The pack was saved locally but could not be saved to the server: Left the channel';
    await expect.element(page.getByRole('dialog', { name: said })).toBeVisible();
    await expect.element(page.getByText(/^Mail leaves only while/)).not.toBeInTheDocument();
    const visited: string[] = [];
    // The form of a message that cannot be opened any more leads on at once.
    const leave = history.subscribe(({ location }) => visited.push(location.search));
    await button('Correct it').click();
    await expect.poll(() => visited).toContain(`?message=${recorded[0]?.id}`);
    leave();
  });

  test('[PSEND-23] a send that fails altogether says why, and the form keeps everything', async () => {
    await show({ outcome: new Error('You are not logged in') });
    await fill();
    await button('Send').click();
    await expect.element(page.getByText('Error sending message: You are not logged in')).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(field('First name')).toHaveValue('Daniel');
    await expect.element(button('Send')).toBeEnabled();
  });

  test('[PSEND-15] Cancel goes to the pack’s view', async () => {
    const { at } = await show();
    await button('Cancel').click();
    await expect.poll(at).toBe('/packs/brightwater/view');
  });
});

describe('link', () => {
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
    [
      'failed',
      'Copying failed',
      'alert-circle',
      () => Promise.reject(new DOMException('', 'NotAllowedError')),
    ],
  ] as const;
  test.each(copies)(
    '[PSEND-14, CONST-17] copying that is %s says %s by its sign, for three seconds',
    async (...given) => {
      const [, said, sign, copied] = given;
      written.mockImplementation(copied);
      await make();
      const signs = (name: string) =>
        button(name).element().querySelectorAll(`svg.tabler-icon-${sign}`).length;
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
});

describe('for everybody', () => {
  test('form and link dialog are clean under axe in both schemes, and nothing scrolls sideways on a phone', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      setColorScheme(scheme);
      const { screen } = await show({ waiting: [] });
      await expect.element(field('Message')).toBeVisible();
      await expectNoAxeViolations();
      await fill();
      await button('Link').click();
      await expect.element(page.getByRole('dialog')).toBeVisible();
      await expectNoAxeViolations();
      await screen.unmount();
    }
    await phone();
    await show();
    await expect.element(field('Message')).toBeVisible();
    await button('Send').click();
    await expectNoAxeViolations();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await tablet();
  });
});
