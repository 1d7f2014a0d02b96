import { type HostConfiguration, hostConfiguration } from '@satchel/core/contract/host-configuration.ts';

// Nothing here may import what comes before the first paint: that waits for this at the first start.

const texts = {
  unusable: (fields: string) =>
    `What the server tells of itself in /config.json cannot be used. Missing or wrong: ${fields}.`,
};

const knownNames = Object.keys(hostConfiguration.shape);

/**
 * Reads a configuration as the host wrote it; null for anything else, as a portal's page.
 * @throws Error that names what is wrong in it, when it is one and cannot be used
 */
export function readConfiguration(text: string): HostConfiguration | null {
  const told = parse(text);
  const read = hostConfiguration.safeParse(told);
  if (read.success) return read.data;
  const fields = read.error.issues.map(({ path }) => path.join('.'));
  const tellsNothing = fields.includes('') || !knownNames.some((name) => name in (told as object));
  if (tellsNothing) return null;
  throw new Error(texts.unusable(fields.join(', ')));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
