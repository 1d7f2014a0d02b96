import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import type { Question, RawAnswer } from '#sync/diagnostics.ts';
import type { Watchable } from './watchable.ts';

/** Small choices kept in local storage. */
export interface Preferences {
  read<T>(key: string, fallback: T): T;
  write(key: string, value: unknown): void;
}

/** Feature flags set on this device; they hold from the next start on (SET-03). */
export interface FlagChoices {
  configured: HostConfiguration['flags'];
  /** Only what differs from the configuration. */
  chosen(): Partial<HostConfiguration['flags']>;
  choose(flags: Partial<HostConfiguration['flags']>): void;
  forget(): void;
}

/** How many hints the screens show on this device (MODEL-30): 0 none, 1 normal, 2 all of them. */
export interface HintChoice extends Watchable<0 | 1 | 2> {
  choose(level: 0 | 1 | 2): void;
}

/** What stands behind the screens (SET-11). */
export interface Diagnostics {
  tokens(): Promise<{ token: string; refreshToken: string } | null>;
  /** The host's answer as it came, a refusal too; throws in words when there is nothing to ask. */
  ask(question: Question): Promise<RawAnswer>;
}

export interface Device {
  storage(): Promise<{ usage: number | null; quota: number | null }>;
  /** SET-12; reloads at the end. */
  factoryReset(options: { keepSignIn: boolean }): Promise<void>;
  /** Starts the app again at the page it shows, without the query 'reset' (SET-14). */
  restart(): Promise<void>;
  /** Answers of the worker; throws the texts of CACHE-09 and CACHE-10. */
  caches(): Promise<string[]>;
  cacheContents(name: string): Promise<string[]>;
  /** A new version of the app is ready (NAV-59). */
  updateReady: Watchable<boolean>;
  /** The last new version did not arrive whole; it is fetched again by itself. */
  updateFailed: Watchable<boolean>;
  update(): Promise<void>;
}
