import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addText, showBuilder } from '#testing/builder-page.ts';

// A file of its own: nobody has fetched the editor in its window before.
test('until the first editor is fetched, a new text says that it is on the way', async () => {
  await showBuilder('brightwater');
  const said: (string | null)[] = [];
  const watch = new MutationObserver(() => {
    for (const status of document.querySelectorAll('[role="status"]'))
      said.push(status.getAttribute('aria-label'));
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await addText('A first word');
  await expect.element(page.getByRole('textbox', { name: 'A first word' })).toBeVisible();
  watch.disconnect();
  expect(said).toContain('Loading the editor');
});
