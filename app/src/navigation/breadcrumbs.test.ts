import { describe, expect, test } from 'vitest';
import { crumbsOf, windowTitle } from './breadcrumbs.ts';

const channel = { channelTitle: 'Retail', itemTitle: null };
const labels = (...crumbs: Parameters<typeof crumbsOf>) => crumbsOf(...crumbs).map(({ label }) => label);

describe('[NAV-43] breadcrumbs', () => {
  test('a list stands below its channel', () => {
    expect(labels({ area: 'resources', section: 'all resources', title: 'Resources' }, channel)).toEqual([
      'Retail',
      'Resources',
    ]);
  });

  test('an item stands below its list, and what is done with a pack below the pack', () => {
    const names = { channelTitle: 'Retail', itemTitle: 'T3 Counter' };
    expect(labels({ area: 'resources', section: 'resources', item: true }, names)).toEqual([
      'Retail',
      'Resources',
      'T3 Counter',
    ]);
    expect(crumbsOf({ area: 'packs', item: true, title: 'Send', name: 'packs__pack__send' }, names)).toEqual([
      { label: 'Retail', to: '/' },
      { label: 'Packs', to: '/packs' },
      { label: 'T3 Counter', to: '/packs/$id/view' },
      { label: 'Send' },
    ]);
  });

  test('a pack that was never saved has no page of its own to lead to', () => {
    const names = { channelTitle: 'Retail', itemTitle: 'New pack', isNew: true };
    expect(
      crumbsOf({ area: 'packs', item: true, title: 'Build', name: 'packs__pack__build' }, names),
    ).toEqual([{ label: 'Retail', to: '/' }, { label: 'Packs', to: '/packs' }, { label: 'New pack' }]);
  });

  test('user, settings and error pages have none', () => {
    expect(crumbsOf({ name: 'settings', title: 'Settings' }, channel)).toEqual([]);
    expect(crumbsOf({}, channel)).toEqual([]);
  });
});

test('[NAV-41] the root is the channel’s title, or Home', () => {
  const list = { area: 'packs', section: 'all packs' } as const;
  expect(labels(list, channel)[0]).toBe('Retail');
  expect(labels(list, { channelTitle: null, itemTitle: null })[0]).toBe('Home');
});

test('the window’s title follows the breadcrumbs, the page first', () => {
  expect(windowTitle({ area: 'packs', section: 'all packs' }, channel)).toBe('Packs · Retail · Satchel');
  expect(windowTitle({ name: 'settings', title: 'Settings' }, channel)).toBe('Settings · Satchel');
  expect(windowTitle({ name: 'home', title: 'Home' }, channel)).toBe('Retail · Satchel');
  expect(windowTitle({}, { ...channel, itemTitle: 'Nothing here' })).toBe('Nothing here · Satchel');
});
