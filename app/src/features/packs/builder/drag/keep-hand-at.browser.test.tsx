import { afterEach, expect, test } from 'vitest';
import { keepHandAt, takeHandTo } from './keep-hand-at.ts';

const nextFrame = () => new Promise(requestAnimationFrame);

function gripOf(id: string) {
  const grip = document.createElement('button');
  grip.dataset.grip = id;
  document.body.append(grip);
  return grip;
}

afterEach(() => document.body.replaceChildren());

test('the hand goes on to the grip that stands where the one was that it held', async () => {
  const before = gripOf('section:a "quoted" id');
  gripOf('section:another');
  before.focus();
  keepHandAt(before);
  before.remove();
  const after = gripOf('section:a "quoted" id');
  await expect.poll(() => document.activeElement).toBe(after);
});

test('the hand waits for a grip that is drawn some frames later', async () => {
  const before = gripOf('section:carried far');
  before.focus();
  keepHandAt(before);
  before.remove();
  for (let frame = 0; frame < 3; frame++) await nextFrame();
  const after = gripOf('section:carried far');
  await expect.poll(() => document.activeElement).toBe(after);
});

test('the hand goes back to a grip that could not be seen for a while', async () => {
  const held = gripOf('section:held');
  held.focus();
  held.style.visibility = 'hidden';
  await expect.poll(() => document.activeElement).toBe(document.body);
  held.style.visibility = '';
  keepHandAt(held);
  await expect.poll(() => document.activeElement).toBe(held);
});

test('a hand that has gone elsewhere meanwhile is left alone, and so is a page without that grip', async () => {
  const held = gripOf('section:held');
  const gone = gripOf('section:gone');
  const other = gripOf('section:other');
  keepHandAt(held);
  keepHandAt(gone);
  keepHandAt(null);
  gone.remove();
  other.focus();
  await nextFrame();
  await nextFrame();
  expect(document.activeElement).toBe(other);
});

test('the hand goes to a grip of another name that is drawn some frames later', async () => {
  const before = gripOf('tile:one:guide');
  before.focus();
  takeHandTo('tile:two:guide');
  before.remove();
  for (let frame = 0; frame < 3; frame++) await nextFrame();
  const after = gripOf('tile:two:guide');
  await expect.poll(() => document.activeElement).toBe(after);
});

test('a hand that has gone elsewhere before that one is drawn is left alone', async () => {
  gripOf('tile:one:guide').focus();
  takeHandTo('tile:two:guide');
  await nextFrame();
  const other = gripOf('section:other');
  other.focus();
  await nextFrame();
  gripOf('tile:two:guide');
  await nextFrame();
  await nextFrame();
  expect(document.activeElement).toBe(other);
});

test.each([
  ['put the page stays where it goes, though the grip is still where it was lifted', true, 3000],
  ['back the page shows the grip', false, 0],
])('with what is %s', async (_what, isPut, scrolled) => {
  const held = gripOf('section:held');
  const below = document.body.appendChild(document.createElement('div'));
  below.style.height = '9000px';
  scrollTo(0, 3000);
  keepHandAt(held, isPut);
  await expect.poll(() => document.activeElement).toBe(held);
  expect(scrollY).toBe(scrolled);
});

test('a finger that takes a file to another section leaves the hand in the text it writes in', async () => {
  const text = document.body.appendChild(document.createElement('textarea'));
  text.focus();
  gripOf('tile:two:guide');
  takeHandTo('tile:two:guide');
  await nextFrame();
  await nextFrame();
  expect(document.activeElement).toBe(text);
});
