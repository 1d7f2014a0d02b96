import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoise } from '#testing/quiet-browser.ts';
import { sampleChannels } from '#testing/sample-content.ts';
import { type SamplePackOptions, samplePackServices, sampleSignature } from '#testing/sample-packs.ts';
import { button, field, fill, late, openForm } from '#testing/send-page.ts';
import { expectNoAxeViolations, phone, setColorScheme, tablet } from '#testing/show-app.tsx';

beforeEach(() => notifications.clean());

const show = (options: SamplePackOptions = {}) => openForm(samplePackServices(options));

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
  const first = await openForm(world);
  const select = page.getByRole('combobox', { name: 'Signature' });
  await expect.element(select).toHaveValue('default');
  mine = sampleSignature;
  await world.services.packs.save(world.packs()[0]!);
  await expect.element(select).toHaveValue('mine');
  await first.screen.unmount();
  await openForm(world);
  await expect.element(select).toHaveValue('mine');
  await expect.element(page.getByText(/What you typed last time is back/)).not.toBeInTheDocument();
});

const signature = page.getByRole('combobox', { name: 'Signature' });
/** Opens the form of the same draft with another signature of one's own. */
async function openLater(drafts: ReadonlyMap<string, unknown>, since: typeof sampleSignature | null) {
  const later = samplePackServices({ signature: since });
  const [value] = [...drafts.values()];
  (await later.services.drafts.open('message', 'brightwater')).keep(() => value);
  return openForm(later);
}
const choose = async (...choices: string[]) => {
  for (const choice of choices) await signature.selectOptions(choice);
};
const goThrough = async () => {
  (signature.element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
};

test.each<[string, typeof sampleSignature | null, () => unknown, typeof sampleSignature | null, string]>([
  ['that came is Mine in a draft that was begun before', null, () => {}, sampleSignature, 'mine'],
  ['that came is Mine where somebody only went through the choice', null, goThrough, sampleSignature, 'mine'],
  [
    'that came leaves a draft with the choice made in it',
    null,
    () => choose('none', 'default'),
    sampleSignature,
    'default',
  ],
  ['that is gone leaves a draft with that of the channel', sampleSignature, () => {}, null, 'default'],
])('[PSEND-05] a signature %s', async (_what, before, act, since, expected) => {
  const begun = samplePackServices({ signature: before });
  const first = await openForm(begun);
  await expect.element(signature).toHaveValue(before ? 'mine' : 'default');
  await act();
  await field('First name').fill('Daniel');
  await first.screen.unmount();
  const later = await openLater(begun.drafts, since);
  await expect.element(field('First name')).toHaveValue('Daniel');
  await expect.element(signature).toHaveValue(expected);
  expect([...later.drafts.values()]).toMatchObject([{ firstName: 'Daniel' }]);
});

test('[PSEND-05] a choice of the signature goes with what is cleared', async () => {
  const begun = samplePackServices({ signature: null });
  const first = await openForm(begun);
  await field('First name').fill('Daniel');
  await choose('none', 'default');
  await first.screen.unmount();
  const second = await openForm(begun);
  await button('Clear the form').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear the form' }).click(late);
  await expect.element(field('First name')).toHaveValue('');
  await field('First name').fill('Mia');
  await second.screen.unmount();
  await openLater(begun.drafts, sampleSignature);
  await expect.element(field('First name')).toHaveValue('Mia');
  await expect.element(signature).toHaveValue('mine');
});

test('a message that is too long for the server says so, has the focus, and goes once it is shorter', async () => {
  const { recorded } = await show();
  await fill();
  const editor = field('Message').element();
  const paste = (text: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    (editor as HTMLElement).focus();
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  };
  paste('x'.repeat(200_000));
  await button('Send').click();
  const told = page.getByRole('alert').getByText(/^This message is too long for the server/);
  await expect.element(told).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Message' })).toHaveFocus();
  expect(recorded).toEqual([]);
  getSelection()?.selectAllChildren(editor);
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  await field('Message').fill('Hello');
  await expect.element(told).not.toBeInTheDocument();
  await button('Send').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(recorded).toHaveLength(1);
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
  const first = await openForm(world);
  await fill();
  await field('Message').click();
  await userEvent.keyboard('See you on Thursday');
  await first.screen.unmount();

  const again = await openForm(world);
  await expect.element(field('First name')).toHaveValue('Daniel');
  await expect.element(field('Message')).toHaveTextContent('See you on Thursday');
  await expect.element(page.getByText(/What you typed last time is back/)).toBeVisible();
  await again.screen.unmount();

  const user = world.session.current().user!;
  world.session.set({ ...world.session.current(), user: { ...user, uuid: 'somebody-else' } });
  world.services.packs.get = async () => ({ ...world.packs()[0]!, pack_type: 'global' });
  await openForm(world);
  await expect.element(field('First name')).toHaveValue('');
});

test('a device that cannot be asked what was sent before says so, and shows no page that never comes', async () => {
  const world = samplePackServices();
  world.services.messages.recorded = () => Promise.reject(new Error('The local copy cannot be read'));
  expectNoise(/The local copy cannot be read|Error in route match/);
  await openForm(world);
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/This page could not be shown: The local copy cannot be read/);
});

test('when the sign-in ends the form goes, and what was typed is there for its writer alone', async () => {
  const world = samplePackServices();
  world.services.packs.get = async () => ({ ...world.packs()[0]!, pack_type: 'global' });
  const signedIn = world.session.current();
  const first = await openForm(world);
  await field('Last name').fill('Okafor');
  world.session.set({ ...signedIn, user: null });
  await expect.element(field('Last name')).not.toBeInTheDocument();
  await first.screen.unmount();

  world.session.set({ ...signedIn, user: { ...signedIn.user!, uuid: 'somebody-else' } });
  const another = await openForm(world);
  await expect.element(field('Last name')).toHaveValue('');
  await another.screen.unmount();

  world.session.set(signedIn);
  await openForm(world);
  await expect.element(field('Last name')).toHaveValue('Okafor');
});

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
