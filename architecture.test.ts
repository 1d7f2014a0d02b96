import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = import.meta.dirname;

/** Where the types come from that screens see. */
const behindServices = [
  'storage',
  'sync/media-view.ts',
  'sync/files/offline-state.ts',
  'sync/activity.ts',
  'sync/bundle-files/bundle-summary.ts',
  'sync/bundle-files/wanted-files.ts',
  'sync/diagnostics.ts',
  'sync/events/new-event.ts',
  'sync/notice.ts',
  'sync/reports/report.ts',
  'sync/search/search-hit.ts',
  'core',
];

/**
 * What each room may import besides itself, npm packages and Node. `core` stands for all of core. A room is a folder
 * (or a single file) below a package's `src`; `features/*` stands for every feature, which may not know each other.
 */
const rooms: Record<string, Record<string, string[]>> = {
  core: {
    contract: [],
    'mini-app': [],
    'third-party': ['html'],
    html: [],
    format: ['contract'],
    pack: ['contract', 'html'],
    'pack-page': ['contract', 'html', 'pack', 'format'],
    testing: ['contract', 'html', 'pack', 'pack-page', 'format'],
  },
  app: {
    storage: ['core'],
    remote: ['core'],
    'service-worker': ['core'],
    sync: [
      'storage',
      'remote',
      'service-worker/look-at-kept.ts',
      'service-worker/messages.ts',
      'service-worker/page-side.ts',
      'core',
    ],
    collections: ['sync', 'storage', 'services.ts', 'core'],
    'services.ts': ['services', ...behindServices],
    services: behindServices,
    navigation: [],
    ui: ['core'],
    'features/*': [
      'features/resources',
      'collections',
      'services.ts',
      'storage/records.ts',
      'navigation',
      'ui',
      'core',
    ],
    testing: ['*'],
    shell: ['*'],
    'start-services.ts': ['*'],
    'main.tsx': ['*'],
  },
  server: {
    database: ['core', 'config.ts', 'clock.ts', '../migrations'],
    threads: ['database/turns.ts'],
    http: ['core', 'database', 'files', 'threads', 'config.ts', 'clock.ts'],
    files: ['core', 'database', 'config.ts'],
    mail: ['core', 'database', 'config.ts', 'clock.ts', 'keys.ts'],
    'keys.ts': ['core', 'database'],
    'config.ts': ['core', 'mail/mail-address.ts'],
    'clock.ts': [],
    'visibility.ts': ['database', 'http'],
    'features/*': [
      'core',
      'http',
      'database',
      'files',
      'threads',
      'mail',
      'config.ts',
      'clock.ts',
      'keys.ts',
      'visibility.ts',
      '*-store.ts',
    ],
    importing: ['core', 'database', 'files', 'config.ts', 'clock.ts', '*-store.ts'],
    'managing-users': ['core', 'database', 'mail', 'config.ts', '*-store.ts'],
    backup: ['core', 'database', 'files', 'mail', 'config.ts', '*-store.ts'],
    starting: ['*'],
    testing: ['*'],
    'server.ts': ['*'],
    'main.ts': ['*'],
    'import.ts': ['*'],
    'users.ts': ['*'],
    'backup.ts': ['*'],
    'restore.ts': ['*'],
    'migrate.ts': ['*'],
    'erase-prospect.ts': ['*'],
  },
};

interface Import {
  from: string;
  to: string;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}

/** Path below `src` that an import names, 'core/…' for the shared package, or null for npm and Node. */
function target(file: string, specifier: string, source: string): string | null {
  if (specifier.startsWith('@satchel/core/')) return `core/${specifier.slice('@satchel/core/'.length)}`;
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return relative(source, resolve(dirname(file), specifier));
  return null;
}

function roomOf(path: string, table: Record<string, string[]>) {
  const [first = '', second = ''] = path.split('/');
  if (first === 'features') return { name: `features/${second}`, allowed: table['features/*'] };
  return { name: first, allowed: table[first] };
}

function isAllowed(to: string, allowed: string[]) {
  return allowed.some(
    (entry) =>
      entry === '*' ||
      to === entry ||
      to.startsWith(`${entry}/`) ||
      (entry === '*-store.ts' && /^features\/[^/]+\/[^/]+-store\.ts$/.test(to)),
  );
}

describe.each(Object.entries(rooms))('%s', (name, table) => {
  const source = join(root, name, 'src');
  const files = sourceFiles(`${name}/src`);

  test('every file stands in a room of the table', () => {
    const homeless = files
      .map((file) => relative(source, file))
      .filter((path) => !roomOf(path, table).allowed);
    expect(homeless).toEqual([]);
  });

  test('imports point one way', () => {
    const broken: Import[] = [];
    for (const file of files) {
      const from = relative(source, file);
      const room = roomOf(from, table);
      for (const specifier of importsOf(file)) {
        const to = target(file, specifier, source);
        if (to === null || to === room.name || to.startsWith(`${room.name}/`)) continue;
        if (!isAllowed(to, room.allowed ?? [])) broken.push({ from, to });
      }
    }
    expect(broken).toEqual([]);
  });

  test('a .ts file never imports a .tsx file, so that all logic runs without screens', () => {
    const broken = files
      .filter((file) => file.endsWith('.ts') && !relative(source, file).startsWith('testing/'))
      .flatMap((file) =>
        importsOf(file).map((specifier) => ({ from: relative(source, file), to: specifier })),
      )
      .filter(({ to }) => to.endsWith('.tsx'));
    expect(broken).toEqual([]);
  });
});

test('no part of the app needs HTTPS for its ids', () => {
  const needing = ['app/src', 'core/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^testing\//.test(path))
      .filter((path) => /\bcrypto\.randomUUID\(/.test(readFileSync(join(root, folder, path), 'utf8')))
      .map((path) => `${folder}/${path}: use newId of core/pack`),
  );
  expect(needing).toEqual([]);
});

// Otherwise a browser looks through the whole page, thousands of elements of a large pack, whenever one comes or goes.
test('no rule asks what stands around every page what it has inside', () => {
  const asking = readdirSync(join(root, 'app/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) =>
      [...readFileSync(join(root, 'app/src', path), 'utf8').matchAll(/[^{},]*:has\([^{]*/g)]
        .map(([selector]) => selector.trim())
        .filter((selector) =>
          /(?:^|[\s,])(?::root|html|body|main|\.page|\.main)\b[^\s,]*:has\(/.test(selector),
        )
        .map((selector) => `${path}: ${selector}`),
    );
  expect(asking).toEqual([]);
});

/** What a library lights up is put out here, and a tile shows its tools to a finger, too. */
const litForEverybody = /mantine-|satchel-tour|\.tile:hover|\[data-active\]:hover|^\.tab/;

test('nothing that lights up under a pointer stays lit where a finger was', () => {
  const staysLit = readdirSync(join(root, 'app/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) =>
      readFileSync(join(root, 'app/src', path), 'utf8')
        .replaceAll(/@media \(hover: hover\) \{\n(?: .*\n|\n)*\}/g, '')
        .split('\n')
        .filter((line) => line.includes(':hover') && !litForEverybody.test(line))
        .map((line) => `${path}: ${line}`),
    );
  expect(staysLit).toEqual([]);
});

// A browser passes over what it does not know: the control would have no colour, and nobody would be told.
test('every colour and measure that a style names is defined', () => {
  const sources = readdirSync(join(root, 'app/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:css|tsx?)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, 'app/src', path), 'utf8') }));
  const definitions = sources.flatMap(({ text }) => [...text.matchAll(/(--satchel-[\w-]+)['"]?\]?:/g)]);
  const defined = new Set(definitions.map(([, name]) => name));
  const unknown = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--satchel-[\w-]+)/g)]
      .filter(([, name]) => !defined.has(name))
      .map(([, name]) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
