import { page } from 'vitest/browser';

export const table = () => page.getByRole('table');
export const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map((head) => head.textContent);
export const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((head) => head.textContent);
export const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
export const search = () => page.getByRole('searchbox', { name: 'Search files' });
