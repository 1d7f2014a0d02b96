import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleUser } from '#testing/sample-content.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import {
  button,
  field,
  late,
  offline,
  openWhole,
  paste,
  people,
  recipient,
  showForm,
} from '#testing/send-page.ts';
import {
  clearNotices,
  desktop,
  expectCleanAtEveryWidth,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

beforeEach(clearNotices);

async function nameCompanies(count: number) {
  for (let number = 1; number <= count; number++) {
    await recipient(number).getByRole('textbox', { name: 'Company name' }).fill('Brightwater');
  }
}

describe('several recipients', () => {
  test('[LOG-06, LOG-07] a pasted list becomes a recipient each, and each gets a message of their own, once', async () => {
    const { recorded, events } = await showForm();
    await paste();
    await expect.element(recipient(3)).toBeVisible();
    await expect.element(recipient(2).getByRole('textbox', { name: 'Last name' })).toHaveValue('Laurent');
    await expect
      .element(page.getByText('3 recipients of at most 50, each gets a message of their own.'))
      .toBeVisible();
    await nameCompanies(3);
    await button('Send').dblClick();
    await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' }), late).toBeVisible();
    await expect.element(page.getByText('3 of 3 saved to server.')).toBeVisible();
    expect(recorded.map(({ form }) => form.email)).toEqual([
      ...['daniel@brightwater.example', 'mia@brightwater.example', 'sven@brightwater.example'],
    ]);
    expect(events.filter(({ eventTypeId }) => eventTypeId === 20)).toEqual(
      recorded.map(({ id }) => ({
        ...{ eventTypeId: 20, packId: 'brightwater', channelId: 'retail', messageId: id },
        description: 'Message sent: Brightwater Cafés',
        ownerId: sampleUser.uuid,
      })),
    );
    expect(new Set(recorded.map(({ id }) => id)).size).toBe(3);
  });

  test('a message that is cancelled in another window meanwhile is not said to be saved', async () => {
    const { services } = await showForm();
    await paste();
    await expect.element(recipient(3)).toBeVisible();
    await nameCompanies(3);
    const recordAll = services.messages.recordAll;
    const ids: string[] = [];
    services.messages.recordAll = async (pack, messages, ...how) => {
      ids.push(...messages.map(({ id }) => id));
      return recordAll(pack, messages, ...how);
    };
    await button('Send').click();
    await expect.element(page.getByText('3 of 3 saved to server.'), late).toBeVisible();
    await services.messages.cancel(ids[1] as string);
    await expect.element(page.getByText('2 of 3 saved to server.')).toBeVisible();
    await expect.element(page.getByRole('dialog').getByText('cancelled', { exact: true })).toBeVisible();
  });

  test.each([390, 1180])(
    'tab, fields and the sign that takes a recipient away keep to the same edges at %s px',
    async (width) => {
      await page.viewport(width, 844);
      await showForm();
      const edges = (element: Element) => element.getBoundingClientRect();
      const subject = edges(field('Subject').element());
      // The line below a tab is set in by 10.
      const tab = page.getByRole('tab', { name: 'Recipient Details' }).element();
      expect(edges(tab).left + 10).toBeCloseTo(subject.left, 0);
      await paste();
      await expect.element(recipient(1)).toBeVisible();
      const sign = recipient(1).getByRole('button').element().querySelector('svg');
      expect(edges(sign!).right).toBeCloseTo(subject.right, 0);
      await tablet();
    },
  );

  test('a field has the same label on a page and in a dialog', async () => {
    await showForm();
    const colorOf = (label: string) =>
      getComputedStyle(page.getByText(label, { exact: true }).element()).color;
    const onPage = colorOf('Subject');
    await button('Paste addresses').click();
    await expect.element(field('Addresses'), late).toBeVisible();
    expect(colorOf('Addresses')).toBe(onPage);
  });

  test('a link is made for each, to be copied one by one', async () => {
    const { recorded } = await showForm();
    await paste();
    await nameCompanies(3);
    await button('Link').click();
    await expect.element(page.getByRole('dialog', { name: '3 links' }), late).toBeVisible();
    expect(recorded.map(({ how }) => how)).toEqual(['link', 'link', 'link']);
    await expect.element(button('Copy the link for Mia Laurent')).toBeVisible();
  });

  test('[PSEND-13, PSEND-16] each of several links has a code, is shared under its subject, and says that it works once it is sent', async () => {
    const shared: ShareData[] = [];
    const share = async (data: ShareData) => void shared.push(data);
    for (const [name, value] of Object.entries({ share, canShare: () => true }))
      Object.defineProperty(navigator, name, { value, configurable: true });
    try {
      const { services, recorded } = await showForm(offline);
      await paste();
      await nameCompanies(3);
      await button('Link').click();
      await expect
        .element(page.getByText('A link that waits on this device works once it is sent.'), late)
        .toBeVisible();
      const addressOf = (at: number) => `https://satchel.velden.example/p/link${at}of7Qm2xK9fTzLr4WbN`;
      const codes = () =>
        page
          .getByRole('img', { name: /^QR code of/ })
          .elements()
          .map(({ ariaLabel }) => ariaLabel);
      expect(codes()).toEqual([]);
      await button('QR code of the link for Daniel Okafor').click();
      await expect.poll(codes).toEqual([`QR code of ${addressOf(0)}`]);
      // A second one beside it would be scanned by mistake.
      await button('QR code of the link for Mia Laurent').click();
      await expect.poll(codes).toEqual([`QR code of ${addressOf(1)}`]);
      const waiting = page.getByText('Waiting on this device, the link works once it is sent.');
      await expect.element(waiting).toBeVisible();
      await services.messages.cancel(recorded[1]!.id);
      await expect.element(page.getByText('It was cancelled, so the link leads nowhere.')).toBeVisible();
      await button('Share the link for Sven Aalto').click();
      await expect.poll(() => shared).toEqual([{ title: 'Brightwater Cafés', url: addressOf(2) }]);
      await button('QR code of the link for Mia Laurent').click();
      await expect.poll(codes).toEqual([]);
    } finally {
      for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
    }
  });

  test('what lay on the device before the power went is not offered again', async () => {
    const one = { id: 'sent', firstName: 'Daniel', lastName: 'O', email: 'd@b.example', company: 'B' };
    const two = { ...one, id: 'unsent', firstName: 'Mia', email: 'm@b.example' };
    const world = samplePackServices({ recordedBefore: ['sent'] });
    const draft = await world.services.drafts.open('message', 'brightwater');
    draft.keep(() => ({ ...one, others: [two], subject: 'Offer' }));
    await showWorld('/packs/brightwater/send', world);
    await expect.element(field('First name')).toHaveValue('Mia');
    await expect.element(field('Subject')).toHaveValue('Offer');
    await expect.element(recipient(2)).not.toBeInTheDocument();
  });
});

test('who removes recipients by keyboard goes on beside the one that is gone, and at the end where others are added', async () => {
  await showForm();
  await paste();
  await expect.element(recipient(3)).toBeVisible();
  (button('Remove recipient 3').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Remove recipient 2')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Add recipient')).toHaveFocus();
});

describe('recent recipients', () => {
  const recent = {
    [`recipients.${sampleUser.uuid}`]: [
      { firstName: 'Daniel', lastName: 'Okafor', email: 'daniel@b.example', company: 'Brightwater Cafés' },
      { firstName: '<b>Dana</b>', lastName: 'X', email: 'dana@b.example', company: 'Dånish' },
    ],
  };

  test('are offered while one types, fill all fields with a key, and can be forgotten', async () => {
    const { preferences } = await showForm({ preferences: recent });
    await field('Company name').fill('caf');
    const list = page.getByRole('region', { name: 'Recent recipients' });
    await expect.element(list).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(list.getByRole('button', { name: /^Daniel Okafor/ })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Email')).toHaveValue('daniel@b.example');
    await expect.element(field('First name')).toHaveValue('Daniel');
    await expect.element(list).not.toBeInTheDocument();
    await field('Company name').fill('dani');
    await button('Forget <b>Dana</b> X').click();
    await expect.element(button('Forget <b>Dana</b> X')).not.toBeInTheDocument();
    await expect.element(field('Company name')).toHaveFocus();
    expect(preferences.get(`recipients.${sampleUser.uuid}`)).toHaveLength(1);
  });

  test('are gone through by arrows, and the one beside another that was forgotten has the focus', async () => {
    await showForm({ preferences: recent });
    await field('First name').fill('da');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(page.getByRole('button', { name: /^<b>Dana<\/b> X/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Tab}');
    await expect.element(button('Forget Daniel Okafor')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Forget <b>Dana</b> X')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Forget <b>Dana</b> X')).not.toBeInTheDocument();
    await expect.element(field('First name')).toHaveFocus();
  });

  test('what another window has forgotten meanwhile stays forgotten', async () => {
    const { preferences } = await showForm({ preferences: recent });
    const key = `recipients.${sampleUser.uuid}`;
    preferences.set(key, recent[key]?.slice(0, 1));
    await field('Company name').fill('da');
    await expect.element(button('Forget Daniel Okafor')).toBeVisible();
    expect(button('Forget <b>Dana</b> X').elements()).toEqual([]);
    await nameDaniel();
    await field('Email').fill('mia@b.example');
    await button('Send').click();
    await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' }), late).toBeVisible();
    expect(preferences.get(key)).toMatchObject([{ email: 'mia@b.example' }, { email: 'daniel@b.example' }]);
  });

  test('none are offered behind the link that was made', async () => {
    await showForm({ preferences: recent });
    await nameDaniel();
    await field('First name').fill('Da');
    const list = page.getByRole('region', { name: 'Recent recipients' });
    await expect.element(list).toBeVisible();
    await button('Link').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('button', { name: 'Finish' }), late).toBeVisible();
    expect(document.querySelector('section[aria-label="Recent recipients"]')).toBeNull();
  });

  test('whoever was sent to is one of them, for their sender alone', async () => {
    const { preferences } = await showForm();
    await paste();
    await nameCompanies(3);
    await button('Send').click();
    await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' }), late).toBeVisible();
    expect(preferences.get(`recipients.${sampleUser.uuid}`)).toMatchObject([
      { firstName: 'Daniel', company: 'Brightwater' },
      { firstName: 'Mia' },
      { firstName: 'Sven' },
    ]);
  });
});

async function nameDaniel() {
  for (const [name, value] of [
    ['First name', 'Daniel'],
    ['Last name', 'Okafor'],
    ['Email', 'daniel@b.example'],
    ['Company name', 'B'],
  ] as const)
    await field(name).fill(value);
}

describe('a pack whose content was withdrawn', () => {
  async function press(answer: string) {
    const { recorded } = await showForm({
      unsendable: [
        { id: 'prices', name: 'Price list, autumn 2026', because: 'withdrawn' },
        { id: 'terms', name: 'Terms of 2027', because: 'internal' },
      ],
    });
    await nameDaniel();
    await button('Send').click();
    await expect.element(page.getByRole('dialog').getByText('Price list, autumn 2026'), late).toBeVisible();
    await expect.element(page.getByRole('dialog').getByText('internal, not for prospects')).toBeVisible();
    // A dialog is named a moment after it is drawn.
    await expect.element(page.getByRole('dialog', { name: /./ })).toBeVisible();
    await expectNoAxeViolations('question');
    expect(recorded).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
    return recorded;
  }

  test('asks before it goes, and goes without what is gone', async () => {
    const recorded = await press('Send without them');
    await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' }), late).toBeVisible();
    expect(recorded).toMatchObject([{ without: ['prices', 'terms'] }]);
  });

  test('that takes a while is looked up in sight, and pressed again it still goes once', async () => {
    const sample = samplePackServices({ waiting: [] });
    const looking = Promise.withResolvers<never[]>();
    sample.services.packs.unsendable = () => looking.promise;
    const { recorded } = await openWhole(sample);
    await nameDaniel();
    await button('Send').dblClick();
    await expect.element(button('Send')).toHaveAttribute('data-loading', 'true');
    await expect.element(button('Link')).toBeDisabled();
    looking.resolve([]);
    await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' }), late).toBeVisible();
    expect(recorded).toHaveLength(1);
  });

  test('that takes a while to be written is busy in sight, as long as that lasts, and goes once', async () => {
    const sample = samplePackServices({ waiting: [] });
    const writing = Promise.withResolvers<void>();
    const { record } = sample.services.messages;
    sample.services.messages.record = async (...given) => {
      await writing.promise;
      return record(...given);
    };
    const { recorded } = await openWhole(sample);
    await nameDaniel();
    await button('Send').dblClick();
    await expect.element(button('Send')).toHaveAttribute('data-loading', 'true');
    await expect.element(button('Link')).toBeDisabled();
    writing.resolve();
    await expect.element(page.getByRole('dialog', { name: 'Pack successfully sent!' }), late).toBeVisible();
    expect(recorded).toHaveLength(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Send another' }).click();
    await expect.element(button('Send')).not.toHaveAttribute('data-loading');
    await expect.element(button('Link')).toBeEnabled();
  });

  test('does not go out after Cancel, however long it is looked up', async () => {
    const sample = samplePackServices({ waiting: [] });
    const looking = Promise.withResolvers<never[]>();
    sample.services.packs.unsendable = () => looking.promise;
    const { recorded, at } = await openWhole(sample);
    await nameDaniel();
    await button('Send').click();
    await expect.element(button('Send')).toHaveAttribute('data-loading', 'true');
    await button('Cancel').click();
    await button('Drop it').click(late);
    await expect.poll(at).toBe('/packs/brightwater/view');
    looking.resolve([]);
    await looking.promise;
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(recorded).toEqual([]);
  });

  test('or stays', async () => {
    const recorded = await press('Cancel');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(recorded).toEqual([]);
  });
});

describe('link control', () => {
  test('expiry, visits, password and no download go with the message', async () => {
    const { recorded } = await showForm({ openNotices: false });
    await nameDaniel();
    const nextYear = new Date().getFullYear() + 1;
    await page.getByLabelText('Link valid until').fill(`${nextYear}-12-24`);
    await field('Visits allowed').fill('3');
    await field('Link password').fill('terminal');
    await page.getByRole('checkbox', { name: 'Files can be looked at, not downloaded' }).click();
    await button('Send').click();
    await expect.element(page.getByRole('dialog'), late).toBeVisible();
    expect(recorded[0]?.form.link).toEqual({
      expires: new Date(nextYear, 11, 24, 23, 59, 59).getTime(),
      maxVisits: 3,
      password: 'terminal',
      download: false,
    });
  });

  test('a day typed key by key is the day that was typed', async () => {
    await showForm();
    const day = page.getByLabelText('Link valid until');
    // The first of the three parts, which come one after another as they are full.
    await day.click({ position: { x: 24, y: 20 } });
    await userEvent.keyboard('12242026');
    await expect.element(day).toHaveValue('2026-12-24');
  });

  test('a host without it is not asked for it', async () => {
    await showForm({ takesLinkControl: false });
    await expect.element(field('Memo')).toBeVisible();
    await expect.element(field('Link password')).not.toBeInTheDocument();
    await expect.element(page.getByRole('checkbox', { name: /Mail me/ })).not.toBeInTheDocument();
  });

  test('who wants to is mailed of openings: a choice of the account', async () => {
    const { calls } = await showForm({ openNotices: false });
    await page.getByRole('checkbox', { name: 'Mail me when a pack is first opened' }).click();
    await expect
      .element(page.getByRole('checkbox', { name: 'Mail me when a pack is first opened' }))
      .toBeChecked();
    expect(calls).toContain('open notices true');
  });
});

test.each(['light', 'dark'] as const)(
  'form, list and dialogs are clean under axe at every width in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    const { screen } = await showForm({ openNotices: true });
    await button('Paste addresses').click();
    await expect.element(field('Addresses'), late).toBeVisible();
    await expectNoAxeViolations(`paste ${scheme}`);
    await field('Addresses').fill(people);
    await page.getByRole('dialog').getByRole('button', { name: 'Add 3' }).click();
    await expect.element(recipient(3)).toBeVisible();
    await expectCleanAtEveryWidth();
    await nameCompanies(3);
    await button('Link').click();
    await expect.element(page.getByRole('dialog', { name: '3 links' }), late).toBeVisible();
    await button('QR code of the link for Mia Laurent').click();
    for (const resize of [phone, desktop]) {
      await resize();
      await expectNoAxeViolations(`dialog ${scheme}`);
    }
    await screen.unmount();
    await tablet();
    setColorScheme('light');
  },
);
