import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';

export const configurationKey = 'satchel-configuration';

/** A browser without room for it has to be told again at the next start. */
function keep(text: string, storage: Pick<Storage, 'setItem'>) {
  try {
    storage.setItem(configurationKey, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The configuration as the host tells it now; the good copy is kept for offline starts. Null when it tells none. */
export async function fetchConfiguration(
  storage: Pick<Storage, 'setItem'> = localStorage,
): Promise<HostConfiguration | null> {
  try {
    const response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(15_000) });
    if (!response.ok) return null;
    const text = await response.text();
    const { readConfiguration } = await import('./load-configuration.ts');
    const configuration = readConfiguration(text);
    if (configuration) keep(text, storage);
    return configuration;
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return null;
    throw error;
  }
}
