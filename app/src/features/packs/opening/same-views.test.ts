import { expect, test } from 'vitest';
import { sampleMedias } from '#testing/sample-content.ts';
import { withSameRows, withSameViews } from './same-views.ts';

const read = () => new Map(sampleMedias.map((view) => [view.id, structuredClone(view)]));

test('what is read twice alike is the same map', () => {
  const first = read();
  expect(withSameViews(first, read())).toBe(first);
});

test('what has changed is new, everything else as it was', () => {
  const first = read();
  const [changed, described, ...others] = [...first.keys()];
  const second = read();
  second.set(changed!, { ...second.get(changed!)!, name: 'Another name' });
  second.set(described!, { ...second.get(described!)!, keywords: ['Another'] });
  const views = withSameViews(first, second);
  expect(views.get(changed!)?.name).toBe('Another name');
  expect(views.get(described!)?.keywords).toEqual(['Another']);
  for (const id of others) expect(views.get(id)).toBe(first.get(id));
});

test('what has come or gone is seen', () => {
  const all = read();
  const [gone] = all.keys();
  const fewer = read();
  fewer.delete(gone!);
  expect([...withSameViews(all, fewer).keys()]).toEqual([...fewer.keys()]);
  expect([...withSameViews(fewer, all).keys()]).toEqual([...all.keys()]);
});

test('a list that is read twice alike is the same, and another one when a row, their order or their number is', () => {
  const first = [
    { id: 'a', name: 'One' },
    { id: 'b', name: null },
  ];
  expect(withSameRows(first, structuredClone(first))).toBe(first);
  const [a, b] = first;
  for (const now of [[a!, { id: 'b', name: 'Two' }], [b!, a!], [a!], [...first, { id: 'c', name: 'Three' }]])
    expect(withSameRows(first, now)).toBe(now);
});
