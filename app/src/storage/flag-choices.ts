import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';

type Flags = HostConfiguration['flags'];

interface Preferences {
  read<T>(name: string, fallback: T): T;
  write(name: string, value: unknown): void;
}

const preference = 'flags';

const isChoice = (name: string, value: unknown, configured: Flags): name is keyof Flags =>
  Object.hasOwn(configured, name) && typeof value === 'boolean' && value !== configured[name as keyof Flags];

/** Feature flags as somebody set them on this device, beside what the host configured (SET-03). */
export function createFlagChoices(configured: Flags, preferences: Preferences) {
  const chosen = (): Partial<Flags> => {
    const stored = Object.entries(preferences.read<object>(preference, {}) ?? {});
    return Object.fromEntries(stored.filter(([name, value]) => isChoice(name, value, configured)));
  };
  return {
    configured,
    chosen,
    choose: (flags: Partial<Flags>) => preferences.write(preference, { ...chosen(), ...flags }),
    forget: () => preferences.write(preference, {}),
    /** What holds from the next start on. */
    current: (): Flags => ({ ...configured, ...chosen() }),
  };
}
