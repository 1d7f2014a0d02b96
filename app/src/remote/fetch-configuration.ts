import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';

export const configurationKey = 'satchel-configuration';

/** The name of a built file has its hash, and those of all parts it asks for. */
export const thisBuild = import.meta.url;

/** As it was told, with what only a later build knows. A browser without room for it has to be told again. */
function keep(text: string, storage: Pick<Storage, 'setItem'>) {
  try {
    storage.setItem(configurationKey, JSON.stringify({ ...JSON.parse(text), readBy: thisBuild }));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

async function readAndKeep(text: string, storage: Pick<Storage, 'setItem'>) {
  const { readConfiguration } = await import('./load-configuration.ts');
  const configuration = readConfiguration(text);
  if (configuration) keep(text, storage);
  return configuration;
}

/**
 * The configuration as the host tells it now; the good copy is kept for offline starts. Null when it tells none.
 * @throws Error in words, when what it tells cannot be used
 */
export async function fetchConfiguration(
  storage: Pick<Storage, 'setItem'> = localStorage,
): Promise<HostConfiguration | null> {
  try {
    const response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(15_000) });
    if (!response.ok) return null;
    return await readAndKeep(await response.text(), storage);
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return null;
    throw error;
  }
}

/**
 * What the last start was told; null when it was told nothing that can be used now. The code that reads it comes only
 * when another build kept it: this one keeps nothing that it could not read.
 */
export async function keptConfiguration(
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): Promise<HostConfiguration | null> {
  const text = storage.getItem(configurationKey);
  if (text === null) return null;
  try {
    const kept = JSON.parse(text);
    return kept.readBy === thisBuild ? kept : await readAndKeep(text, storage);
  } catch {
    // Whatever the reason: the host tells it anew.
    return null;
  }
}
