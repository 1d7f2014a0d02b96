import { expect, test } from 'vitest';
import { createNotices } from '#sync/notices.ts';
import { createChannelStore } from './channel-store.ts';
import { createPreferences } from './preferences.ts';
import { createSessionStore } from './session-store.ts';

const user = { uuid: 'u1', id: 12, name: 'nora', mail: 'nora@velden.example', roles: [], channels: ['c1'] };
const tokens = { token: 't', refreshToken: 'r', expiresIn: 300, expires: 1 };

test('[SYNC-41] who is signed in, the channel and choices are there after a reload; what was only shown is not', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const start = () => ({
    session: createSessionStore(storage),
    channel: createChannelStore(storage),
    preferences: createPreferences(storage),
    notices: createNotices(),
  });
  const before = start();
  before.session.change({ user, tokens, refreshing: true });
  before.channel.select('c1');
  before.preferences.write('view', 'grid');
  before.notices.show({ tone: 'problem', text: 'Shown and gone' });

  const after = start();
  expect(after.session.current()).toEqual({ user, tokens, refreshing: false });
  expect(after.channel.current()).toBe('c1');
  expect(after.preferences.read('view', 'list')).toBe('grid');
  expect([...items.values()].join()).not.toContain('Shown and gone');
  expect(items.size).toBe(3);
});
