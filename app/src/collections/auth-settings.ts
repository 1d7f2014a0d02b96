import type { Preferences } from '#services.ts';

interface Settings {
  url: string;
  client: string;
}

const preference = 'auth-settings';

/** Where this device signs in (AUTH-04): what nobody changed here follows the configuration. */
export function createAuthSettings(configured: Settings, preferences: Preferences) {
  return {
    current: (): Settings => ({ ...configured, ...preferences.read<Partial<Settings>>(preference, {}) }),
    change(settings: Settings) {
      const changed = Object.entries(settings).filter(
        ([name, value]) => value !== configured[name as keyof Settings],
      );
      preferences.write(preference, Object.fromEntries(changed));
    },
  };
}

export type AuthSettings = ReturnType<typeof createAuthSettings>;
