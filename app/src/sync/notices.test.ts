import { expect, test } from 'vitest';
import { createNotices } from './notices.ts';

test('a notice reaches whoever listens, until they stop', () => {
  const notices = createNotices();
  const heard: string[] = [];
  const stop = notices.listen(({ text }) => heard.push(text));
  notices.show({ tone: 'done', text: 'Signature saved to server' });
  stop();
  notices.show({ tone: 'done', text: 'Nobody hears this yet' });
  expect(heard).toEqual(['Signature saved to server']);
});

test('a notice from before the shell listens is heard once, and each has an id of its own', () => {
  const notices = createNotices();
  notices.show({ tone: 'problem', text: 'First' });
  notices.show({ tone: 'problem', text: 'Second' });
  const heard: { id: string; text: string }[] = [];
  notices.listen((notice) => heard.push(notice));
  notices.listen((notice) => heard.push(notice));
  expect(heard.map(({ text }) => text)).toEqual(['First', 'Second']);
  expect(new Set(heard.map(({ id }) => id)).size).toBe(2);
});

test('[ERR-17, ERR-18] an action without words of its own says whether it worked', () => {
  const notices = createNotices();
  const heard: string[] = [];
  notices.listen(({ text }) => heard.push(text));
  notices.show({ tone: 'done' });
  notices.show({ tone: 'problem', text: '' });
  expect(heard).toEqual(['Action was successful', 'Action failed']);
});
