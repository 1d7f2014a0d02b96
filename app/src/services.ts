import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Bundles, Channels, HelpPages, OfflineFiles, Search } from './services/content.ts';
import type { Device, Diagnostics, FlagChoices, HintChoice, Preferences } from './services/device.ts';
import type { Messages, OpenNotices, PackLog, Reports } from './services/messages.ts';
import type { Drafts, Packs, Signatures } from './services/packs.ts';
import type { ConnectionState, EventLog, Notices, Waiting } from './services/pushing.ts';
import type { Account, PasswordReset, SessionService } from './services/session.ts';
import type { Watchable } from './services/watchable.ts';

export type { PackLogRow } from '#storage/device-rows.ts';
export type { LastPush, PushReport } from '#sync/activity.ts';
export type { BundleSummary, ContentBundle, ContentMedia } from '#sync/bundle-files/bundle-summary.ts';
export type { FileOrder } from '#sync/bundle-files/wanted-files.ts';
export type { Question, RawAnswer } from '#sync/diagnostics.ts';
export type { NewEvent } from '#sync/events/new-event.ts';
export type { OfflineState } from '#sync/files/offline-state.ts';
export type { MediaView } from '#sync/media-view.ts';
export type { Notice } from '#sync/notice.ts';
export type { Report, ReportColumn, ReportValue } from '#sync/reports/report.ts';
export type { SearchHit } from '#sync/search/search-hit.ts';
export type * from './services/content.ts';
export type * from './services/device.ts';
export type * from './services/messages.ts';
export type * from './services/packs.ts';
export type * from './services/pushing.ts';
export type * from './services/session.ts';
export type * from './services/watchable.ts';

/** Everything a screen may ask for. Built once by start-services.ts and handed down through `ServicesContext`. */
export interface Services {
  /** The host's, with the feature flags as they hold on this device. */
  configuration: HostConfiguration;
  flagChoices: FlagChoices;
  hints: HintChoice;
  session: SessionService;
  account: Account;
  passwordReset: PasswordReset;
  connection: Watchable<ConnectionState>;
  channels: Channels;
  bundles: Bundles;
  packs: Packs;
  drafts: Drafts;
  messages: Messages;
  packLog: PackLog;
  reports: Reports;
  openNotices: OpenNotices;
  signatures: Signatures;
  helpPages: HelpPages;
  offlineFiles: OfflineFiles;
  waiting: Waiting;
  events: EventLog;
  notices: Notices;
  preferences: Preferences;
  device: Device;
  diagnostics: Diagnostics;
  search: Search;
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('ServicesContext is missing around this screen');
  return services;
}

export const useWatched = <T>(watchable: Watchable<T>): T =>
  useSyncExternalStore(watchable.subscribe, watchable.current);
