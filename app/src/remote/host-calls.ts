import type { Connection } from './connection.ts';
import { createRequest } from './create-request.ts';
import { type CredentialsParts, createCredentials } from './credentials.ts';
import type { AuthSettings, HostAddresses } from './host-address.ts';
import { windowSigns } from './window-signs.ts';

interface HostCallsParts extends Omit<CredentialsParts, 'signs'> {
  trusted: () => ReadonlySet<string>;
  connection: Connection;
}

/** The credentials of this device and the calls that carry them. */
export function createHostCalls({ trusted, connection, ...parts }: HostCallsParts) {
  const credentials = createCredentials({ ...parts, signs: windowSigns });
  return { credentials, request: createRequest({ trusted, credentials, connection }) };
}

/** Made anew only when the settings have changed: every call asks for them, and they take ten addresses apart. */
export function keptAddresses(
  addresses: () => HostAddresses,
  settings: () => AuthSettings,
): () => HostAddresses {
  let of: AuthSettings | null = null;
  let kept: HostAddresses;
  return () => {
    const now = settings();
    if (now.url !== of?.url || now.client !== of.client) {
      of = now;
      kept = addresses();
    }
    return kept;
  };
}
