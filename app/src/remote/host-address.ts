import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';

/** Where a content host answers, all absolute. */
export interface HostAddresses {
  /** Origin of the content host. */
  origin: string;
  /** Base of the JSON:API addresses without a slash at the end (API-54). */
  api: string;
  token: string;
  client: string;
  me: string;
  revoke: string | null;
  /** Where a forgotten password is set anew; null where the host has no such call. */
  reset: string | null;
  definitions: string;
  log: string;
  /** Where a pack's log is, without the pack's id. */
  packLog: string;
  /** Where reports are, without their segments. */
  reports: string;
  /** Origins that were configured; the bearer header goes nowhere else. */
  trusted: ReadonlySet<string>;
}

/** Address and client that the Advanced dialog changed (AUTH-04). */
export interface AuthSettings {
  url: string;
  client: string;
}

/** @param pageOrigin origin that served the app; stands in where the configuration names none */
export function hostAddresses(
  { host, api, auth }: HostConfiguration,
  settings: AuthSettings,
  pageOrigin: string,
): HostAddresses {
  const origin = new URL(host || pageOrigin, pageOrigin).origin;
  const absolute = (address: string) => new URL(address, `${origin}/`).href;
  const token = absolute(settings.url);
  // API-15: unless configured, the sign-in address with the word token replaced.
  const me = auth.me.url ? absolute(auth.me.url) : token.replace(/token(?=\/?$|\?)/, 'api/me');
  const revoke = auth.logout.mode === 'api' && auth.logout.url ? absolute(auth.logout.url) : null;
  const reset = auth.reset?.mode === 'api' ? absolute(auth.reset.url) : null;
  const base = absolute(api).replace(/\/$/, '');
  return {
    origin,
    api: base,
    token,
    client: settings.client,
    me,
    revoke,
    reset,
    definitions: absolute('/openapi/jsonapi?_format=json'),
    log: absolute('/salestool/log'),
    packLog: absolute('/salestool/packlog'),
    reports: absolute('/salestool/report'),
    trusted: new Set([origin, ...[base, token, me].map((address) => new URL(address).origin)]),
  };
}
