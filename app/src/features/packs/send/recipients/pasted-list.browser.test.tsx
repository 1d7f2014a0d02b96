import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, field, late, paste, people, recipient, showForm } from '#testing/send-page.ts';
import { clearNotices } from '#testing/show-app.tsx';

beforeEach(clearNotices);

describe('a pasted list of addresses', () => {
  test('[PSEND-06] a company that all of a pasted list have in common is typed once', async () => {
    await showForm();
    await button('Paste addresses').click();
    await expect.element(field('Addresses'), late).toBeVisible();
    await field('Addresses').fill(people);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Company name' }).fill(' Brightwater ');
    await page.getByRole('dialog').getByRole('button', { name: 'Add 3' }).click();
    await expect.element(recipient(3)).toBeVisible();
    for (const number of [1, 2, 3])
      await expect
        .element(recipient(number).getByRole('textbox', { name: 'Company name' }))
        .toHaveValue('Brightwater');
  });

  test('every row is looked at, with the words of the form, and nothing goes while one is wrong', async () => {
    const { recorded } = await showForm();
    await field('First name').fill('Daniel');
    await button('Add recipient').click();
    await expect.element(recipient(2).getByRole('textbox', { name: 'First name' })).toHaveFocus();
    await recipient(2).getByRole('textbox', { name: 'Email' }).fill('mia');
    await button('Send').click();
    await expect.element(recipient(2).getByText('Email is invalid - email address')).toBeVisible();
    await expect.element(recipient(2).getByText('Company name is required')).toBeVisible();
    await expect.element(recipient(1).getByText('Last name is required')).toBeVisible();
    expect(recorded).toEqual([]);
    await button('Remove recipient 2').click();
    await expect.element(button('Add recipient')).toHaveFocus();
    await expect.element(recipient(2)).not.toBeInTheDocument();
    await expect.element(field('First name')).toHaveValue('Daniel');
  });

  const added = () =>
    [...document.querySelectorAll<HTMLInputElement>('input[inputmode="email"]')].map(({ value }) => value);

  test('what is no address stays with its reason, while the others are added', async () => {
    await showForm();
    await paste('Ann a@b.example; nobody\nMia m@b');
    await expect.element(page.getByText('These were not added. Correct them, or close.')).toBeVisible();
    await expect.element(field('Addresses')).toHaveValue('nobody\nMia m@b');
    await expect.element(page.getByText('nobody – no address in it')).toBeVisible();
    await expect.element(page.getByText('Mia m@b – not a valid address')).toBeVisible();
    await field('Addresses').fill('m@b.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Add 1' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(added()).toEqual(['a@b.example', 'm@b.example']);
  });

  test('Add counts what will be added, and says what is there or stands there twice', async () => {
    await showForm();
    await field('Email').fill('a@b.example');
    await button('Paste addresses').click();
    await expect.element(field('Addresses'), late).toBeVisible();
    await field('Addresses').fill('A@b.example\nc@d.example\nc@d.example\ne@f.example');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('Already in the list: A@b.example')).toBeVisible();
    await expect.element(dialog.getByText('More than once in this text: c@d.example')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add 2' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(added()).toEqual(['a@b.example', 'c@d.example', 'e@f.example']);
    await paste('c@d.example');
    await expect.element(page.getByText('All of these are in the list already.')).toBeVisible();
  });

  function pasteInto(index: number, text: string) {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    page
      .getByRole('textbox', { name: 'Email' })
      .elements()
      [index]?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }

  test('one person pasted into the field of the address fills what is empty beside it', async () => {
    await showForm();
    await field('First name').fill('Dan');
    pasteInto(0, 'Daniel Okafor <daniel@b.example>');
    await expect.element(field('Email')).toHaveValue('daniel@b.example');
    await expect.element(field('First name')).toHaveValue('Dan');
    await expect.element(field('Last name')).toHaveValue('Okafor');
    await expect.element(recipient(1)).not.toBeInTheDocument();
  });

  test('a list pasted into the field of the address loses nothing that is unclear', async () => {
    await showForm();
    pasteInto(0, 'a@b.example\nnobody');
    await expect.element(field('Addresses'), late).toHaveValue('a@b.example\nnobody');
    await expect.element(page.getByText('nobody – no address in it')).toBeVisible();
  });

  test('a list pasted into the field of the address leaves nobody out without a word', async () => {
    await showForm();
    const many = Array.from({ length: 51 }, (_, at) => `p${at}@b.example`).join('\n');
    pasteInto(0, many);
    await expect.element(field('Addresses'), late).toHaveValue(many);
    await button('Add 51').click();
    await expect.element(page.getByText('These are 51 addresses; there is room for 50.')).toBeVisible();
    expect(added()).toEqual(['']);
  });

  test('a list pasted into the field of the address is added, and the focus is behind the recipients', async () => {
    await showForm();
    (field('Email').element() as HTMLElement).focus();
    pasteInto(0, 'a@b.example\nb@b.example');
    await expect.element(recipient(2)).toBeVisible();
    await expect.element(field('Subject')).toHaveFocus();
  });

  test('who adds a pasted list by keyboard goes on where others are added, once its field is gone', async () => {
    await showForm();
    (field('Email').element() as HTMLElement).focus();
    pasteInto(0, 'a@b.example\nb@b.example\nnobody');
    await expect.element(field('Addresses'), late).toBeVisible();
    await field('Addresses').fill('a@b.example\nb@b.example');
    (button('Add 2').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(recipient(2)).toBeVisible();
    await expect.element(button('Add recipient')).toHaveFocus();
  });
});
