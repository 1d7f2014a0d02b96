import { afterEach, beforeEach, expect, test } from 'vitest';
import { jpeg, pdf } from '#testing/content-folder.ts';
import { type ImportingHost, isWriting, recordLines, startImportingHost } from '#testing/importing-host.ts';
import { type Programs, preparePrograms } from '#testing/programs.ts';

let here: ImportingHost;

beforeEach(async () => {
  here = await startImportingHost();
});
afterEach(() => here.stop());

async function bothWays() {
  here.host.statements.length = 0;
  const dry = await here.run({ isDryRun: true });
  expect(here.host.statements.filter(isWriting)).toEqual([]);
  const real = await here.run();
  expect(recordLines(dry.lines)).toEqual(recordLines(real.lines));
  const { lines: _, ...counts } = dry;
  expect(real).toMatchObject(counts);
  return recordLines(real.lines);
}

const counter = 'channels/shops/bundles/01-counter';
const bundle = (title: string, more = '') => `title: ${title}\n${more}`;

/** What people do to a folder, each on top of the ones before. */
const changes: [what: string, files: () => Promise<Record<string, string | Uint8Array | null>>][] = [
  ['new bytes', async () => ({ [`${counter}/guide.pdf`]: pdf('second edition') })],
  [
    'another name',
    async () => ({
      [`${counter}/bundle.yaml`]: bundle(
        'Counters',
        'medias: [{ file: guide.pdf, name: Guide, keywords: [new] }]\n',
      ),
    }),
  ],
  ['a broken file', async () => ({ [`${counter}/broken.pdf`]: 'no PDF' })],
  [
    'a bundle that cannot be read',
    async () => ({ 'channels/shops/bundles/02-welcome/bundle.yaml': 'title: [' }),
  ],
  [
    'a mini-app',
    async () => ({
      'channels/shops/bundles/03-app/bundle.yaml':
        'type: miniapp\ntitle: App\nminiapp_type: iframe\nurls: [app/index.html]\n',
      'channels/shops/bundles/03-app/app/index.html': '<p>1</p>',
    }),
  ],
  [
    'a new page of the mini-app',
    async () => ({ 'channels/shops/bundles/03-app/app/index.html': '<p>2</p>' }),
  ],
  [
    'a channel with packs and a user',
    async () => ({
      'channels/cafes/channel.yaml': 'title: Cafés\nimage: cover.jpg\nsignature: { title: Desk }\n',
      'channels/cafes/cover.jpg': await jpeg('#123456'),
      'channels/cafes/bundles/01-bar/bundle.yaml': bundle('Bar'),
      'channels/cafes/bundles/01-bar/menu.pdf': pdf('menu'),
      'channels/cafes/packs/bar.yaml':
        'title: Bar\nsections: [{ type: documents, title: Read, items: [01-bar/menu.pdf, 01-bar/none.pdf] }]\n',
      'users.yaml':
        '- { name: olle, mail: olle@velden.example, roles: [sales_tool_user], channels: [cafes, nowhere], password: long-enough }\n',
    }),
  ],
  [
    'a document that a pack names is gone',
    async () => ({ [`${counter}/guide.pdf`]: null, [`${counter}/bundle.yaml`]: bundle('Counters') }),
  ],
  [
    'bundle, pack and help page are gone',
    async () => ({ 'channels/shops/bundles/03-app': null, 'packs/range.yaml': null, 'help/packs.md': null }),
  ],
  [
    'a moved bundle',
    async () => ({
      'channels/cafes/bundles/01-bar': null,
      'channels/cafes/bundles/09-bar/bundle.yaml': bundle('Bar'),
      'channels/cafes/bundles/09-bar/menu.pdf': pdf('menu'),
    }),
  ],
  ['nothing', async () => ({})],
];

test('a dry run says line by line what an import then does, and writes nothing', async () => {
  await bothWays();
  for (const [what, files] of changes) {
    await here.content.write(await files());
    const lines = await bothWays();
    expect([what, lines.some((line) => /^ {2}[+~-]/.test(line))]).toEqual([
      what,
      !/^nothing|broken|cannot|moved/.test(what),
    ]);
  }
}, 60_000);

test('a pack that names a document which is gone from the folder is named', async () => {
  await here.run();
  await here.content.write({ [`${counter}/guide.pdf`]: null, [`${counter}/bundle.yaml`]: bundle('Counter') });
  expect((await here.run()).problems).toEqual([
    {
      path: 'packs/range.yaml',
      reason: 'it names shops/01-counter/guide.pdf, but there is no such document',
    },
  ]);
});

test('npm run import -- FOLDER --dry-run makes no database where there is none', async () => {
  const programs: Programs = await preparePrograms('');
  try {
    const { code, text } = await programs.start('import.ts', {}, [here.content.path, '--dry-run']).ended;
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/\+ channels\/shops \(Shops\)[\s\S]*Nothing was written\./),
    ]);
    const start = programs.start('migrate.ts');
    expect((await start.ended).text).toContain('There is no database yet.');
  } finally {
    await programs.dispose();
  }
});
