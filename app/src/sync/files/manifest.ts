import type { BundleRecord } from '#storage/records.ts';

/** Where an embed app's own files lie. All addresses are absolute. */
export interface AppFolder {
  /** Ends with a slash. */
  folder: string;
  /** Lists the files (APP-07, APP-08). */
  manifest: string;
  /** Scripts and styles the bundle names, in their order. */
  entries: string[];
}

/** An honest app has a few dozen files. */
const mostFiles = 500;
const longestName = 300;

const absolute = (address: string, base: string) =>
  URL.canParse(address, base) ? new URL(address, base) : null;

/** Null for a bundle that is no embed app, or names no script on the web. */
export function appFolder(bundle: BundleRecord, origin: string): AppFolder | null {
  if (bundle.type !== 'salestool--miniapp_bundle' || bundle.miniapp_type !== 'embed') return null;
  const urls = (bundle.urls ?? [])
    .slice(0, mostFiles)
    .flatMap(({ uri }) => absolute(uri, `${origin}/`) ?? [])
    .filter(({ protocol, username }) => /^https?:$/.test(protocol) && !username);
  const [first] = urls;
  if (!first) return null;
  const folder = new URL('.', first).href;
  return {
    folder,
    manifest: new URL('manifest.json', folder).href,
    entries: urls.map(({ href }) => href),
  };
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
};

/**
 * What an app calls a file: the path below its folder. Null for a file outside, and for names that mean another place
 * once they are decoded.
 */
export function appFileName(address: string, folder: string): string | null {
  const url = absolute(address, folder);
  if (!url) return null;
  const base = new URL(folder);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
  const name = decoded(url.pathname.slice(base.pathname.length));
  if (!name || name.length > longestName || name.endsWith('/')) return null;
  const isPlain = name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isPlain && !/[\\\p{Cc}]/u.test(name) ? name : null;
}

/**
 * The files a manifest lists, absolute, each once; what points outside the app's folder is left out.
 * @throws Error when it is no list, or a list no honest app has
 */
export function readManifest(text: string, { folder, manifest }: AppFolder): string[] {
  const list = listIn(text);
  if (list.length > mostFiles) throw new Error(`The app lists more than ${mostFiles} files`);
  const urls = list.flatMap((entry) => {
    const url = typeof entry === 'string' ? absolute(entry, manifest) : null;
    if (!url || appFileName(url.href, folder) === null) return [];
    return [url.origin + url.pathname];
  });
  return [...new Set(urls)];
}

function listIn(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error("The app's list of files cannot be read", { cause: error });
  }
  if (!Array.isArray(value)) throw new Error("The app's list of files is no list");
  return value;
}
