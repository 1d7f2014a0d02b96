import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, section, showLongTexts } from '#testing/builder-page.ts';

// A file of its own: nobody has fetched the editor in its window before.
test('what was tapped in a long text stays under the finger while the first editor comes, and gets the caret', async () => {
  await page.viewport(390, 844);
  await showLongTexts();

  const line = [...document.querySelectorAll('[data-shown-text] p')].find(
    (p) => p.textContent === 'Line 40',
  )!;
  scrollBy({ top: line.getBoundingClientRect().top - 500, behavior: 'instant' });
  const tapped = line.getBoundingClientRect();
  expect(Math.round(tapped.top)).toBe(500);
  const height = () => document.querySelector<HTMLElement>('section[data-section]')!.offsetHeight;
  const before = height();
  const meanwhile: { height: number; areWordsShown: boolean }[] = [];
  const watch = () => {
    if (document.querySelector('.ProseMirror')) return;
    meanwhile.push({ height: height(), areWordsShown: line.checkVisibility() });
    requestAnimationFrame(watch);
  };
  // A click by the driver scrolls to what it clicks.
  button('Edit the text of Long')
    .element()
    .dispatchEvent(
      new MouseEvent('click', {
        bubbles: true,
        detail: 1,
        clientX: tapped.left + 30,
        clientY: tapped.top + 10,
      }),
    );
  requestAnimationFrame(watch);

  await expect.element(section('Long').getByRole('textbox')).toHaveFocus();
  expect(meanwhile.length).toBeGreaterThan(0);
  expect(meanwhile.filter(({ height, areWordsShown }) => !areWordsShown || height !== before)).toEqual([]);
  const at = getSelection()!.anchorNode!.parentElement!.closest('p')!;
  expect(at.textContent).toBe('Line 40');
  expect(Math.abs(at.getBoundingClientRect().top - tapped.top)).toBeLessThanOrEqual(2);

  // The next one is drawn in the tap itself: only then does a tablet show its keys.
  document.querySelectorAll('section[data-section]')[1]!.scrollIntoView({ behavior: 'instant' });
  const next = button('Edit the text of Next');
  await expect.element(next).toBeInTheDocument();
  next.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  await Promise.resolve();
  expect(document.querySelectorAll('.ProseMirror')).toHaveLength(2);
});
