import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { isScalar, parseDocument, visit, YAMLParseError } from 'yaml';
import type * as z from 'zod';
import type { ImportReport } from './import-report.ts';

// Content files can be large, but nobody writes more YAML or HTML than this.
const mostTextBytes = 5 * 1024 * 1024;

const leadsOut = 'it leads out of the folder';
const leadsNowhere = 'it is a link that leads nowhere';
const linkToFolder = 'it is a link to a folder';
const notAFolder = 'it is not a folder';

const sentences: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ELOOP: leadsNowhere,
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  EISDIR: 'it is a folder',
};

/** What an operator can do something about; any other failure is ours and goes on. */
export function reasonOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (Object.hasOwn(sentences, code)) return sentences[code] as string;
  throw error;
}

const isHidden = (name: string) => /^(?:\.|~\$|Thumbs\.db$|desktop\.ini$)/i.test(name);

/** The folder cannot be imported at all; the message says why. */
export class UnreadableFolder extends Error {
  override name = 'UnreadableFolder';
}

export type FolderReader = Awaited<ReturnType<typeof openFolder>>;

/**
 * Reads one import folder. All paths are relative to it, with slashes; none leads out of it, neither by its parts nor by
 * a link. What cannot be read is reported and answered as undefined or empty.
 */
export async function openFolder(folder: string, report: ImportReport) {
  let root: string;
  try {
    root = await realpath(folder);
    await readdir(root);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'there is no such folder' : code === 'ENOTDIR' ? notAFolder : reasonOf(error);
    throw new UnreadableFolder(`${folder} cannot be imported: ${reason}.`);
  }

  const behindLinks = new Map<string, Promise<boolean>>();

  /** Whether a folder is a link or lies behind one, which is reported then: nothing is read through it. */
  function isBehindLink(path: string): Promise<boolean> {
    const known = behindLinks.get(path) ?? findLink(path);
    behindLinks.set(path, known);
    return known;
  }

  async function findLink(path: string) {
    const above = posix.dirname(path);
    if (above === path) return false;
    if (await isBehindLink(above)) return true;
    const isLink = await lstat(join(root, path)).then(
      (found) => found.isSymbolicLink(),
      // Why it cannot be looked at is said by whoever reads it.
      () => false,
    );
    if (isLink) fail(path, (await whyNotFollowed(path)) ?? notAFolder);
    return isLink;
  }

  /** Names of one kind, in their order; links that are not followed have been reported, and are told apart. */
  async function look(path: string, kind: 'isFile' | 'isDirectory') {
    if (await isBehindLink(path)) return { names: [], unread: [] };
    try {
      const entries = (await readdir(join(root, path), { withFileTypes: true })).filter(
        ({ name }) => !isHidden(name),
      );
      const plain = entries.filter((entry) => entry[kind]()).map(({ name }) => name);
      const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
      const { files, unread } = await sortLinks(path, links);
      return { names: [...plain, ...(kind === 'isFile' ? files : [])].sort(), unread };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') report.problem(path, code === 'ENOTDIR' ? notAFolder : reasonOf(error));
      return { names: [], unread: [] };
    }
  }

  /** Links are followed within the folder, and to files only: one to a folder could lead in a circle. */
  async function sortLinks(path: string, links: readonly string[]) {
    const [files, unread]: [string[], string[]] = [[], []];
    for (const name of links) {
      const reason = await whyNotFollowed(`${path}/${name}`);
      if (reason !== undefined) report.problem(`${path}/${name}`, reason);
      (reason === undefined ? files : unread).push(name);
    }
    return { files, unread };
  }

  async function whyNotFollowed(link: string) {
    try {
      const place = await realpath(join(root, link));
      if (!place.startsWith(root + sep)) return leadsOut;
      return (await stat(place)).isFile() ? undefined : linkToFolder;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? leadsNowhere : reasonOf(error);
    }
  }

  /** What stands behind a link that was reported is not gone: its name is one of those that are there. */
  async function names(path: string, kind: 'isFile' | 'isDirectory') {
    const { names: read, unread } = await look(path, kind);
    return [...read, ...unread].sort();
  }

  async function find(path: string, sizeLimit = mostTextBytes) {
    if (path.includes('\0') || path.split(/[\\/]/).includes('..')) return fail(path, leadsOut);
    // On Windows a path may be written with its own separator.
    const slashed = path.replaceAll(sep, posix.sep);
    if (await isBehindLink(posix.dirname(posix.normalize(slashed)))) return undefined;
    try {
      const named = join(root, path);
      const reason = (await lstat(named)).isSymbolicLink() ? await whyNotFollowed(path) : undefined;
      if (reason !== undefined) return fail(path, reason);
      const place = await realpath(named);
      if (!place.startsWith(root + sep)) return fail(path, leadsOut);
      const found = await stat(place);
      if (!found.isFile()) return fail(path, 'it is not a file');
      if (found.size === 0) return fail(path, 'it is empty');
      if (found.size > sizeLimit) {
        return fail(path, `it has ${found.size} bytes, and at most ${sizeLimit} are taken`);
      }
      return { place, size: found.size };
    } catch (error) {
      return fail(path, reasonOf(error));
    }
  }

  function fail(path: string, reason: string) {
    report.problem(path, reason);
    return undefined;
  }

  async function text(path: string) {
    const found = await find(path);
    if (!found) return undefined;
    try {
      const content = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(found.place));
      if (!content.includes('\0')) return content.replaceAll('\r\n', '\n');
    } catch (error) {
      if (!(error instanceof TypeError)) return fail(path, reasonOf(error));
    }
    return fail(path, 'it is not a text in UTF-8');
  }

  function parseYaml<Shape extends z.ZodType>(path: string, content: string, shape: Shape) {
    let value: unknown;
    try {
      value = withoutNulls(asWritten(content));
    } catch (error) {
      const [line] = (error as Error).message.split('\n');
      if (error instanceof YAMLParseError || error instanceof ReferenceError) {
        return fail(path, `it is not valid YAML: ${line?.replace(/:$/, '')}`);
      }
      // The stack is full: lists within lists without end, or an alias within what it stands for.
      if (error instanceof RangeError) return fail(path, 'it is nested too deeply');
      throw error;
    }
    const read = shape.safeParse(value);
    return read.success
      ? read.data
      : fail(path, read.error.issues.map((issue) => sentenceOf(issue, value)).join('; '));
  }

  /** Every file below a folder, by its path from there. */
  async function tree(path: string): Promise<string[]> {
    const { names: here } = await look(path, 'isFile');
    const { names: folders } = await look(path, 'isDirectory');
    const below = await Promise.all(
      folders.map(async (name) => (await tree(`${path}/${name}`)).map((each) => `${name}/${each}`)),
    );
    return [...here, ...below.flat()];
  }

  return {
    root,
    tree,
    /** Where a file lies and how large it is. */
    find,
    text,
    parseYaml,
    /** Also those that cannot be read, which has been reported. */
    files: (path: string) => names(path, 'isFile'),
    folders: (path: string) => names(path, 'isDirectory'),
    /** Also where it cannot be read: whoever reads it reports that. */
    async has(path: string) {
      try {
        await lstat(join(root, path));
        return true;
      } catch (error) {
        return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
      }
    },
    async yaml<Shape extends z.ZodType>(path: string, shape: Shape) {
      const content = await text(path);
      return content === undefined ? undefined : parseYaml(path, content, shape);
    },
  };
}

/**
 * What a YAML file holds, numbers and truth values as the texts that were written: read as numbers, telephone numbers and
 * passwords would lose their `+` and `0`. Only what an app is handed keeps its types.
 */
function asWritten(content: string): unknown {
  const document = parseDocument(content, { logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw error;
  visit(document, {
    Pair: (_, { key }) => (isScalar(key) && key.value === 'init_data' ? visit.SKIP : undefined),
    Scalar(_, scalar) {
      if (typeof scalar.value === 'number' || typeof scalar.value === 'boolean') scalar.value = scalar.source;
    },
  });
  return document.toJS();
}

/** A key without a value means the same as a missing key. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]));
}

/** For example `medias[2].modified has to look like 2026-11-18`; lists count from 1. */
function sentenceOf(issue: z.core.$ZodIssue, whole: unknown): string {
  const key = issue.path
    .map((part) => (typeof part === 'number' ? `[${part + 1}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  if (issue.code === 'unrecognized_keys') {
    return `${issue.keys.join(', ')}${key ? ` in ${key}` : ''} is not a key that is known here`;
  }
  if (issue.path.length > 0 && valueAt(whole, issue.path) === undefined) return `${key} is missing`;
  const hasOwnWords = !/^(?:Invalid|Too|Unrecognized|Expected)/.test(issue.message);
  return `${key || 'it'} ${hasOwnWords ? issue.message : 'does not have the expected form'}`;
}

const valueAt = (whole: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], whole);
