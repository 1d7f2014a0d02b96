interface Preferences {
  read<T>(name: string, fallback: T): T;
  write(name: string, value: unknown): void;
  subscribe(listener: () => void): () => void;
}

/** MODEL-30: None, Normal, Verbose. */
const levels = [0, 1, 2] as const;
const verbose = 2;
const preference = 'hints';

/** How many hints somebody wants on this device. */
export const createHintChoice = (preferences: Preferences) => ({
  current: () => levels.find((level) => level === preferences.read<unknown>(preference, verbose)) ?? verbose,
  subscribe: preferences.subscribe,
  choose: (level: (typeof levels)[number]) => preferences.write(preference, level),
});
