import { expect, onTestFinished, test } from 'vitest';
import { beginsAt } from '#testing/begins-at.ts';
import { wordPage } from './word-page.ts';

test('paragraphs, lists and tables of a Word document begin where their words do', async () => {
  const html =
    '<p>Hello</p><p>محطة الدفع</p><ul><li>הצעה למלון.</li></ul>' +
    '<table><tr><td>السعر</td><td>29</td></tr></table>';
  const frame = document.createElement('iframe');
  onTestFinished(() => frame.remove());
  frame.width = '800';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  frame.srcdoc = wordPage({ html, pictures: [] });
  document.body.append(frame);
  await loaded;
  const elements = (selector: string) => [...frame.contentDocument!.querySelectorAll(selector)];
  expect(elements('p, li').map(beginsAt)).toEqual(['left', 'right', 'right']);
  const [first, second] = elements('td').map((cell) => cell.getBoundingClientRect().left);
  expect(first).toBeGreaterThan(second ?? 0);
  const [list, item] = elements('ul, li').map((part) => part.getBoundingClientRect().right);
  expect(item).toBeLessThan(list ?? 0);
});
