import type { BundleRecord } from '#storage/records.ts';

type MiniAppRecord = Extract<BundleRecord, { type: 'salestool--miniapp_bundle' }>;

export interface MiniApp {
  kind: 'embed' | 'iframe' | 'link';
  /** Absolute or root-relative, in the order given. */
  addresses: readonly string[];
  /** What the app starts with; bad JSON counts as none (APP-08). */
  initData: unknown;
}

export const isMiniApp = (bundle: BundleRecord): bundle is MiniAppRecord =>
  bundle.type === 'salestool--miniapp_bundle';

export function readMiniApp(bundle: MiniAppRecord): MiniApp {
  const kind = bundle.miniapp_type;
  return {
    kind: kind === 'embed' || kind === 'iframe' ? kind : 'link',
    addresses: (bundle.urls ?? []).map(({ uri }) => uri),
    initData: parsed(bundle.init_data),
  };
}

function parsed(text: string | null | undefined): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Only addresses a browser may open from a link; a mini-app's address is content from outside. */
export function openableAddress(address: string | undefined, base: string): string | null {
  if (!address) return null;
  const url = URL.parse(address, base);
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}

/** Names of the scripts and styles among the app's files: what follows the folder that all addresses share. */
export function entryNames(addresses: readonly string[], fileNames: Iterable<string>): string[] {
  const names = [...fileNames].sort((a, b) => b.length - a.length);
  return addresses.flatMap((address) => {
    const path = decodeURIComponent(new URL(address, 'https://host.invalid').pathname);
    const name = names.find((candidate) => path === candidate || path.endsWith(`/${candidate}`));
    return name ? [name] : [];
  });
}
