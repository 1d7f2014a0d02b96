import { describe, expect, test } from 'vitest';
import { createPreferences } from '#storage/preferences.ts';
import { memoryStorage } from '#testing/device.ts';
import { createAuthSettings } from './auth-settings.ts';

const configured = { url: '/oauth/token', client: 'satchel' };
const moved = { url: 'https://id.velden.example/token', client: 'satchel-2' };

/** The app as it starts on one device. */
function device() {
  const preferences = createPreferences(memoryStorage());
  return (configuration: typeof configured) => createAuthSettings(configuration, preferences);
}

describe('[AUTH-04] where a device signs in', () => {
  test('follows the configuration although the dialog was saved unchanged', () => {
    const start = device();
    start(configured).change({ ...configured });
    expect(start(configured).current()).toEqual(configured);
    expect(start(moved).current()).toEqual(moved);
  });

  test('is as it was changed here, and follows the configuration in the rest', () => {
    const start = device();
    start(configured).change({ ...configured, client: 'satchel-test' });
    expect(start(configured).current()).toEqual({ ...configured, client: 'satchel-test' });
    expect(start(moved).current()).toEqual({ ...moved, client: 'satchel-test' });
  });

  test('follows the configuration again once it was changed back', () => {
    const start = device();
    start(configured).change({ ...configured, url: 'https://other.example/token' });
    start(configured).change(configured);
    expect(start(moved).current()).toEqual(moved);
  });
});
