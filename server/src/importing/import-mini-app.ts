import * as z from 'zod';
import { fileAddress } from '#files/file-address.ts';
import { manifestName } from './file-keeper.ts';
import type { BundleEntry } from './folder-format.ts';
import type { ImportRun } from './import-run.ts';

const appFolder = 'app/';

/** The part of a bundle that makes it a mini-app; undefined when it cannot be taken, and the reason has been reported. */
export async function importMiniApp(run: ImportRun, path: string, entry: BundleEntry) {
  const { folder, files, report } = run;
  const columnsWith = (uris: readonly string[]) => ({
    miniapp_type: entry.miniapp_type ?? null,
    urls: JSON.stringify(uris.map((uri) => ({ uri, title: '', options: [] }))),
    init_data: entry.init_data === undefined ? null : JSON.stringify(entry.init_data),
  });
  if (!entry.urls.some((url) => url.startsWith(appFolder))) {
    return { file: undefined, columns: () => columnsWith(entry.urls) };
  }
  const inside = `${path}/app`;
  const paths = await folder.tree(inside);
  // What is live stays as it is, rather than be without what could not be read.
  if (report.outcome.problems.some((unread) => `${unread.path}/`.startsWith(`${inside}/`))) return undefined;
  const missing = entry.urls.find(
    (url) => url.startsWith(appFolder) && !paths.includes(url.slice(appFolder.length)),
  );
  if (missing !== undefined) {
    report.problem(`${path}/${missing}`, 'it is named in bundle.yaml, but there is no such file');
    return undefined;
  }
  if (paths.includes(manifestName) && !(await isManifestRight(run, inside, paths))) return undefined;
  const file = await files.keepApp(inside, paths);
  if (!file) return undefined;
  return {
    file,
    /** @param key where the app's folder is kept */
    columns: (key = file.key) =>
      columnsWith(
        entry.urls.map((url) =>
          url.startsWith(appFolder) ? fileAddress({ key, filename: url.slice(appFolder.length) }) : url,
        ),
      ),
  };
}

const manifest = z.array(z.string());

async function isManifestRight({ folder, report }: ImportRun, inside: string, paths: readonly string[]) {
  const path = `${inside}/${manifestName}`;
  const names = await folder.yaml(path, manifest);
  const missing = names?.find((name) => !paths.includes(name));
  if (missing !== undefined) report.problem(path, `it lists ${missing}, but there is no such file`);
  return names !== undefined && missing === undefined;
}
