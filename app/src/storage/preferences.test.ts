import { describe, expect, test } from 'vitest';
import { createPreferences } from './preferences.ts';

function memory(items: Record<string, string> = {}, isFull = false) {
  const stored = new Map(Object.entries(items));
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  };
}

describe('preferences', () => {
  test('are there again after a reload', () => {
    const storage = memory();
    createPreferences(storage).write('view', { rows: 50 });
    expect(createPreferences(storage).read('view', { rows: 10 })).toEqual({ rows: 50 });
  });

  test('fall back to what the screen says while nothing was chosen', () => {
    const preferences = createPreferences(memory());
    expect(preferences.read('view', 'grid')).toBe('grid');
    expect(preferences.read('toString', 'grid')).toBe('grid');
  });

  test.each(['', '{', 'null', '"text"', '[1]', '{"state":7,"version":1}', '{"state":null,"version":1}'])(
    'survive %j in the storage',
    (rubbish) => {
      const preferences = createPreferences(memory({ 'satchel-preferences': rubbish }));
      expect(preferences.read('view', 'grid')).toBe('grid');
      preferences.write('view', 'list');
      expect(preferences.read('view', 'grid')).toBe('list');
    },
  );

  test('hold in this window when the storage takes no more', () => {
    const preferences = createPreferences(memory({}, true));
    preferences.write('view', 'list');
    expect(preferences.read('view', 'grid')).toBe('list');
  });
});
