// Fetched with the tests: on a busy machine what is fetched when it is needed may come too late.
import '#shell/notice-list.tsx';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import { clearNotices } from './show-app.tsx';

afterEach(clearNotices);

/** What the pages of a person's own forms have in common. */
export const save = () => page.getByRole('button', { name: 'Save', exact: true });
export const alert = () => page.getByRole('alert');
