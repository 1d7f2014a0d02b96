import type { Connection } from './connection.ts';
import { createRequest } from './create-request.ts';
import { type CredentialsParts, createCredentials } from './credentials.ts';

interface HostCallsParts extends CredentialsParts {
  trusted: () => ReadonlySet<string>;
  connection: Connection;
}

/** The credentials of this device and the calls that carry them. */
export function createHostCalls({ trusted, connection, ...parts }: HostCallsParts) {
  const credentials = createCredentials(parts);
  return { credentials, request: createRequest({ trusted, credentials, connection }) };
}
