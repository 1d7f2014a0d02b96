import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { UnsendableItem } from '#services.ts';
import { type SamplePackOptions, samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { button, field, fill, recipient } from '#testing/send-page.ts';
import { clearNotices, expectNoAxeViolations, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const refused = {
  id: 'm1',
  form: {
    ...{
      firstName: 'Daniel',
      lastName: 'Okafor',
      email: 'daniel@brightwater',
      company: 'Brightwater Cafés',
    },
    ...{ subject: 'Your quote', messageHtml: '<p>As we said</p>', contactPermission: true, memo: 'Call' },
    signature: 'none' as const,
  },
  reason: 'email: This value is not a valid email address.',
};
const correct = (world = samplePackServices({ refused })) =>
  showWorld('/packs/brightwater/send?message=m1', world);

describe('a refused message', () => {
  test('opens as it was written, says why it was refused, and is sent in its own place', async () => {
    const { recorded } = await correct();
    await expect
      .element(page.getByText(/did not take this message: email: This value is not a valid email address/))
      .toBeVisible();
    await expect.element(field('Subject')).toHaveValue('Your quote');
    await expect.element(field('Message')).toHaveTextContent('As we said');
    await expect.element(page.getByRole('combobox', { name: 'Signature' })).toHaveValue('none');
    await field('Email').fill('daniel@brightwater.example');
    await button('Send').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(recorded[0]).toMatchObject({
      corrects: 'm1',
      form: { ...refused.form, email: 'daniel@brightwater.example' },
    });
  });

  test('is done with once: the next one is a message of its own', async () => {
    const { recorded, history } = await correct();
    await button('Send').click();
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true');
    await field('Email').fill('daniel@brightwater.example');
    await button('Send').click();
    await button('Send another').click();
    await expect.poll(() => history.location.search).toBe('');
    await expect.element(page.getByText(/did not take this message/)).not.toBeInTheDocument();
    await fill();
    await button('Send').click();
    await expect.poll(() => recorded.map(({ corrects }) => corrects)).toEqual(['m1', undefined]);
  });

  test('that is refused again says so, promises nothing, and is opened again', async () => {
    const outcome = { savedLocally: true, savedRemotely: false, failure: 'No such address' };
    const world = samplePackServices({ refused, outcome });
    world.services.waiting.items = async ({ ids = [] } = {}) =>
      ids.map((id) => ({
        ...{ id, type: 'salestool--message', title: '', subtitle: '', updated: 0, packId: null },
        ...{ state: 'refused', reason: 'No such address' },
      }));
    await correct(world);
    await field('Email').fill('daniel@brightwater.example');
    await button('Send').click();
    const said = 'The pack was saved locally but could not be saved to the server: No such address';
    await expect.element(page.getByRole('dialog', { name: said })).toBeVisible();
    await expect.element(button('Correct it')).toBeVisible();
    await expect.element(page.getByText(/^Mail leaves only while/)).not.toBeInTheDocument();
    await button('Correct it').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByText(/did not take this message/)).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('lends its words to the next one where nothing else was typed', async () => {
    const { history } = await correct();
    await field('Email').fill('daniel@brightwater.example');
    await button('Send').click();
    await button('Send another').click();
    await expect.poll(() => history.location.search).toBe('');
    await expect.element(field('Subject')).toHaveValue('Your quote');
    await expect.element(field('First name')).toHaveValue('');
    await expect.element(page.getByRole('combobox', { name: 'Signature' })).toHaveValue('none');
  });

  test('lends them to nobody who signs in in another window meanwhile', async () => {
    const world = samplePackServices({ refused });
    world.services.packs.get = async () => ({ ...world.packs()[0]!, pack_type: 'global' });
    const { history } = await correct(world);
    await field('Email').fill('daniel@brightwater.example');
    await button('Send').click();
    await button('Send another').click();
    await expect.poll(() => history.location.search).toBe('');
    const mine = world.session.current();
    world.session.set({ ...mine, user: { ...mine.user!, uuid: 'somebody-else' } });
    await expect.element(field('Subject')).toHaveValue('Brightwater Cafés');
    await expect.element(field('Message')).not.toHaveTextContent('As we said');
  });

  test('that was taken or given up meanwhile leads back to what waits', async () => {
    const { history } = await showWorld('/packs/brightwater/send?message=gone', samplePackServices());
    await expect.poll(() => history.location.pathname).toBe('/settings');
  });
});

describe('a message that was refused because content was withdrawn', () => {
  const gone: UnsendableItem[] = [{ id: 'prices', name: 'Price list', because: 'withdrawn' }];
  const reason = 'pack: These items cannot be sent: Price list (withdrawn).';
  const again = 'load channel retail again';

  /** What was withdrawn is known once the channel has come. */
  function worldOf(options: SamplePackOptions = {}) {
    const world = samplePackServices({ refused: { ...refused, reason }, ...options });
    world.services.packs.unsendable = async () => (hasCome ? gone : []);
    let hasCome = false;
    const load = Promise.withResolvers<void>();
    const { channels } = world.services;
    const loadNow = channels.load;
    channels.load = async (id, how) => {
      const outcome = await loadNow(id, how);
      if (how?.force) {
        await load.promise;
        hasCome = true;
      }
      return outcome;
    };
    return { ...world, comes: load.resolve };
  }

  test('asks for its channel when it is opened, and says what is gone before anything goes out again', async () => {
    const world = worldOf();
    const { calls, recorded } = await correct(world);
    await expect.element(page.getByText(/cannot be sent: Price list \(withdrawn\)/)).toBeVisible();
    await expect.poll(() => calls).toContain(again);
    await field('Email').fill('daniel@brightwater.example');
    await button('Send').click();
    await expect.element(page.getByText('Please wait')).toBeInTheDocument();
    world.comes();
    const question = page.getByRole('dialog', { name: 'Not everything can be sent' });
    await expect.element(question).toMatchTextContent(/Price list/);
    expect(recorded).toEqual([]);
    await question.getByRole('button', { name: 'Send without them' }).click();
    await expect.poll(() => recorded).toMatchObject([{ corrects: 'm1', without: ['prices'] }]);
    expect(calls.filter((call) => call === again)).toHaveLength(1);
  });

  test('asks for nothing without a signal, and once there is one', async () => {
    const world = worldOf({ connection: { online: false, icon: 'offline' } });
    const { calls, connection, recorded } = await correct(world);
    await field('Email').fill('daniel@brightwater.example');
    expect(calls).not.toContain(again);
    connection.set({ ...connection.current(), online: true, icon: 'online' });
    await expect.poll(() => calls).toContain(again);
    connection.set({ ...connection.current(), online: false, icon: 'offline' });
    await button('Send').click();
    await expect.poll(() => recorded).toMatchObject([{ corrects: 'm1' }]);
  });

  test('is no such message as long as it only waits', async () => {
    const { calls } = await correct(samplePackServices({ refused: { ...refused, reason: null } }));
    await expect.element(field('Message')).toHaveTextContent('As we said');
    expect(calls).not.toContain(again);
  });
});

describe('[PLIST-07] a message whose pack was archived meanwhile', () => {
  const archived = (reason: string | null) =>
    samplePackServices({
      packs: [samplePack({ id: 'brightwater', archived: true })],
      refused: { ...refused, reason },
    });

  test.each([refused.reason, null])('is still corrected, and goes (%s)', async (reason) => {
    const { recorded, at } = await correct(archived(reason));
    await field('Email').fill('daniel@brightwater.example');
    await expect.element(page.getByText(/^This pack was deleted or archived/)).not.toBeInTheDocument();
    expect(at()).toBe('/packs/brightwater/send');
    await button('Send').click();
    await expect.poll(() => recorded.map(({ corrects }) => corrects)).toEqual(['m1']);
  });

  test('becomes no new message', async () => {
    const { correctedElsewhere } = await correct(archived(null));
    await field('Email').fill('daniel@brightwater.example');
    await correctedElsewhere('cancelled');
    await button('Make it a new message').click();
    await expect.element(page.getByText(/^This pack was deleted or archived/)).toBeVisible();
    await expect.element(button('Send')).toBeDisabled();
  });
});

describe('the next one after a correction', () => {
  test('begins in its first field, goes to several people, and leaves the corrected one and what lay there alone', async () => {
    const world = samplePackServices({ refused });
    const { drafts } = world.services;
    // Something else was typed for this pack before, and not sent.
    const before = await showWorld('/packs/brightwater/send', world);
    await field('First name').fill('Ingrid');
    await field('Memo').fill('Of the message before');
    await before.screen.unmount();

    const { recorded } = await correct(world);
    await field('Email').fill('daniel@brightwater.example');
    await button('Send').click();
    await button('Send another').click();
    await expect.element(field('First name')).toHaveFocus();
    await expect.element(field('First name')).toHaveValue('Ingrid');
    await expect.element(field('Memo')).toHaveValue('Of the message before');
    expect((await drafts.open('message', 'brightwater.m1')).stored).toBeNull();

    await button('Add recipient').click();
    for (const [number, name] of [
      [1, 'Ingrid'],
      [2, 'Mia'],
    ] as const) {
      const of = (label: string) => recipient(number).getByRole('textbox', { name: label });
      await of('First name').fill(name);
      await of('Last name').fill('Berg');
      await of('Email').fill(`${name.toLowerCase()}@aurelia.example`);
      await of('Company name').fill('Hotel Aurelia');
    }
    await button('Send').click();
    await expect.element(page.getByText('2 of 2 saved to server.')).toBeVisible();
    expect(recorded.map(({ corrects, form }) => [corrects, form.email, form.memo])).toEqual([
      ['m1', 'daniel@brightwater.example', 'Call'],
      [undefined, 'ingrid@aurelia.example', 'Of the message before'],
      [undefined, 'mia@aurelia.example', 'Of the message before'],
    ]);
  });
});

describe('a message that somebody else is faster with', () => {
  const cancelled = page.getByText(/^This message was cancelled elsewhere\. What you typed is still here\./);
  const left = page.getByText(/^This message has left, or is on its way, as it was before you edited it\./);
  const edited = page.getByText(/^This message was edited elsewhere since you began/);

  test('says so while it is open; what was typed becomes a message of its own when somebody says so', async () => {
    const { correctedElsewhere, recorded } = await correct();
    await field('Email').fill('daniel@brightwater.example');
    await expect.element(button('Send')).toBeEnabled();
    await correctedElsewhere('cancelled');
    await expect.element(page.getByRole('status').filter({ has: cancelled })).toBeVisible();
    await expect.element(page.getByText(/did not take this message/)).not.toBeInTheDocument();
    await expect.element(button('Send')).toBeDisabled();
    await expect.element(button('Link')).toBeDisabled();
    await expectNoAxeViolations();
    await button('Make it a new message').click();
    await expect.element(cancelled).not.toBeInTheDocument();
    await expect.element(field('First name')).toHaveFocus();
    await button('Send').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(recorded).toHaveLength(1);
    expect(recorded[0]).toMatchObject({
      corrects: undefined,
      form: { email: 'daniel@brightwater.example', subject: 'Your quote' },
    });
  });

  test('is told of when it leaves, but not when this form itself sends it', async () => {
    const { correctedElsewhere } = await correct();
    await expect.element(button('Send')).toBeEnabled();
    await correctedElsewhere('left');
    await expect.element(left).toBeVisible();
    await correctedElsewhere('as it was');
    await expect.element(left).not.toBeInTheDocument();
    await field('Email').fill('daniel@brightwater.example');
    await button('Send').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await correctedElsewhere('left');
    await expect.element(button('Send another')).toBeVisible();
    await expect.element(left).not.toBeInTheDocument();
  });

  test('is shown as it is now instead of what was typed here, when somebody says so', async () => {
    const { correctedElsewhere, recorded } = await correct();
    await field('Subject').fill('Typed here');
    await correctedElsewhere('edited', { subject: 'Typed there', email: 'daniel@brightwater.example' });
    await expect.element(edited).toBeVisible();
    await button('Drop mine and show it').click();
    const question = page.getByRole('dialog', { name: 'Drop your changes' });
    await expect.element(question).toMatchTextContent(/the message is shown as it is now\./);
    await expect.element(field('Subject')).toHaveValue('Typed here');
    await question.getByRole('button', { name: 'Drop mine and show it' }).click();
    await expect.element(field('Subject')).toHaveValue('Typed there');
    await expect.element(edited).not.toBeInTheDocument();
    await button('Send').click();
    await expect
      .poll(() => recorded.map(({ corrects, form }) => [corrects, form.subject]))
      .toEqual([['m1', 'Typed there']]);
  });

  test('keeps what was typed over a reload', async () => {
    const world = samplePackServices({ refused });
    const first = await correct(world);
    await field('Subject').fill('Typed here');
    await first.screen.unmount();
    await world.correctedElsewhere('cancelled');
    await correct(world);
    await expect.element(cancelled).toBeVisible();
    await expect.element(field('Subject')).toHaveValue('Typed here');
    await expect.element(button('Send')).toBeDisabled();
  });
});

describe('[PSEND-26] a correction that lies on the device', () => {
  const isOver = async (world: ReturnType<typeof samplePackServices>) => {
    const { history } = await correct(world);
    await expect.poll(() => history.location.pathname).toBe('/settings');
    expect((await world.services.drafts.open('message', 'brightwater.m1')).stored).toBeNull();
  };

  test('is not offered again while it is on its way', async () => {
    const world = samplePackServices({ refused });
    const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
    world.services.messages.record = (_pack, _form, _how, options) => {
      options?.onRecorded?.();
      sent();
      return new Promise(() => {});
    };
    const first = await correct(world);
    await field('Email').fill('daniel@brightwater.example');
    await button('Send').click();
    await isSent;
    await first.screen.unmount();
    await world.correctedElsewhere('left');
    await isOver(world);
  });

  test('is not offered again when the power went before its draft was gone', async () => {
    const world = samplePackServices({ refused });
    const first = await correct(world);
    await field('Email').fill(' daniel@brightwater.example');
    await field('Subject').fill('');
    await first.screen.unmount();
    await world.correctedElsewhere('left');
    const said = { ...refused.form, email: 'daniel@brightwater.example', subject: 'Brightwater Cafés' };
    world.services.messages.says = async (id, form) => {
      expect(form).toMatchObject(said);
      return id === refused.id;
    };
    await isOver(world);
  });
});
