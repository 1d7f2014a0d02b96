import { type HostConfiguration, hostConfiguration } from '@satchel/core/contract/host-configuration.ts';

/** Reads a configuration as the host wrote it; null for anything else, as a portal's page. */
export function readConfiguration(text: string): HostConfiguration | null {
  try {
    const read = hostConfiguration.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
