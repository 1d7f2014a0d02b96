import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpeg, pdf } from '#testing/content-folder.ts';
import { type ImportingHost, startImportingHost } from '#testing/importing-host.ts';
import type { Fetch } from '#testing/test-host.ts';

let here: ImportingHost;
let rep: Fetch;

const places = {
  channel: 'channels/cafes',
  document: 'channels/cafes/bundles/01-terminals',
  content: 'channels/cafes/bundles/02-welcome',
  app: 'channels/cafes/bundles/03-calculator',
};

beforeAll(async () => {
  here = await startImportingHost();
  await here.content.write({
    'users.yaml': `
- name: astrid
  mail: astrid@velden.example
  roles: [sales_tool_user, sales_tool_manager]
  channels: [shops, cafes]
  password: first-password
  signature: { title: Astrid Berg, job_title: Key accounts, email: a.berg@velden.example, telephone: 031 555, telephone2: 031 556, picture: faces/astrid.jpg }
`,
    [`${places.channel}/channel.yaml`]: `
title: Cafés
sandbox: true
body: { summary: For cafés, value: '<p>Welcome</p>' }
news: '<h3>New</h3>'
image: cover.jpg
medias: [tile-1.jpg, tile-2.jpg, tile-3.jpg]
pack_header: '<p>Head</p>'
pack_footer: '<p>Foot</p>'
signature: { title: Sales desk, job_title: Inside sales, email: desk@velden.example, telephone: +46705550142, telephone2: 0705550142, image: team.jpg }
`,
    [`${places.channel}/cover.jpg`]: await jpeg('#101010'),
    [`${places.channel}/tile-1.jpg`]: await jpeg('#202020'),
    [`${places.channel}/tile-2.jpg`]: await jpeg('#303030'),
    [`${places.channel}/tile-3.jpg`]: await jpeg('#404040'),
    [`${places.channel}/team.jpg`]: await jpeg('#505050'),
    [`${places.channel}/packs/visit.yaml`]: `
title: First visit
notes: Only for reps
color: '#864e1f'
sections:
  - { type: text, title: A word, content: '<p>Dear {{recipient_name}}</p>' }
  - { type: documents, title: Read, items: [01-terminals/guide.pdf] }
`,
    [`${places.document}/bundle.yaml`]: `
type: document
title: Terminals
body: { summary: All of them, value: '<p>The range</p>' }
availability: internal
color: '#1f6683'
image: image.jpg
medias:
  - { file: film.url, name: The film }
  - { file: guide.pdf, name: The guide, description: Eight pages, keywords: [guide, counter], products: [T3, 1.10], print_size: 0x10, modified: 2026-03-04 }
`,
    [`${places.document}/image.jpg`]: await jpeg('#606060'),
    [`${places.document}/guide.pdf`]: pdf('café guide'),
    [`${places.document}/film.url`]:
      '[InternetShortcut]\r\nURL=https://www.youtube.com/watch?v=Vld3nT3rm27\r\n',
    [`${places.content}/bundle.yaml`]: 'type: content\ntitle: Welcome\n',
    [`${places.content}/body.html`]: '<h2>Hello</h2>',
    [`${places.app}/bundle.yaml`]: `
type: miniapp
title: Calculator
miniapp_type: embed
urls: [app/style.css, app/run.js]
init_data: { currency: EUR, cent: 1e-2, areas: [031, 40], rounds: true }
`,
    [`${places.app}/app/style.css`]: 'body {}',
    [`${places.app}/app/run.js`]: '1;',
    [`${places.app}/app/unlisted.txt`]: 'x',
    [`${places.app}/app/manifest.json`]: '["style.css", "run.js"]',
    'channels/cafes/bundles/04-portal/bundle.yaml':
      'type: miniapp\ntitle: Portal\nminiapp_type: link\nurls: [https://velden.example/portal]\n',
    'channels/cafes/bundles/05-finder/bundle.yaml':
      'type: miniapp\ntitle: Finder\nminiapp_type: iframe\nurls: [app/index.html]\n',
    'channels/cafes/bundles/05-finder/app/index.html': '<p>Finder</p>',
    'help/managers.md':
      "---\ntitle: For managers\npaths: ['route:home', 'packs/*']\nroles: [sales_tool_manager]\n---\n*Hi*\n",
  });
  expect((await here.run()).problems).toEqual([]);
  rep = await here.astrid();
});
afterAll(() => here.stop());

interface Found {
  id: string;
  attributes: Record<string, unknown>;
  relationships: Record<string, { data: { id: string } | { id: string }[] }>;
}

async function find(path: string, title: string) {
  const { data, included = [] } = (await here.read(rep, path)) as { data: Found[]; included?: Found[] };
  const found = data.find(({ attributes }) => attributes.title === title || attributes.name === title);
  if (!found) throw new Error(`${path} has no ${title}`);
  const related = (name: string) => {
    const at = found.relationships[name]?.data ?? [];
    const ids = (Array.isArray(at) ? at : [at]).map(({ id }) => id);
    return ids.map((id) => included.find((each) => each.id === id)?.attributes);
  };
  return { ...found.attributes, related } as Record<string, unknown> & { related: typeof related };
}

test('every key of channel.yaml', async () => {
  const channel = await find(
    '/jsonapi/salestool/channel?include=image,medias,signature,signature.image',
    'Cafés',
  );
  expect(channel).toMatchObject({
    sandbox: true,
    body: { value: '<p>Welcome</p>', summary: 'For cafés' },
    news: { value: '<h3>New</h3>' },
    pack_header: { value: '<p>Head</p>' },
    pack_footer: { value: '<p>Foot</p>' },
  });
  expect(channel.related('image')).toMatchObject([{ name: 'Cover' }]);
  expect(channel.related('medias')).toMatchObject([
    { name: 'Tile 1' },
    { name: 'Tile 2' },
    { name: 'Tile 3' },
  ]);
  expect(channel.related('signature')).toMatchObject([
    {
      ...{ title: 'Sales desk', job_title: 'Inside sales', email: 'desk@velden.example' },
      ...{ telephone: '+46705550142', telephone2: '0705550142' },
    },
  ]);
  const desk = await find('/jsonapi/salestool/signature?include=image', 'Sales desk');
  expect(desk.related('image')).toMatchObject([{ filename: 'team.jpg' }]);
});

test('every key of bundle.yaml, with the details of its media and a hosted film', async () => {
  const bundle = await find('/jsonapi/salestool/document_bundle?include=image,medias', 'Terminals');
  expect(bundle).toMatchObject({
    body: { value: '<p>The range</p>', summary: 'All of them' },
    availability: 'internal',
    color: '#1f6683',
  });
  expect(bundle.related('image')).toMatchObject([{ filename: 'image.jpg' }]);
  expect(bundle.related('medias')).toMatchObject([
    { name: 'The film', video: 'https://www.youtube.com/watch?v=Vld3nT3rm27' },
    { name: 'The guide', description: 'Eight pages', documentSize: '0x10' },
  ]);
  const guides = await here.read(
    rep,
    '/jsonapi/media/document?filter[description]=Eight%20pages&include=keywords,products',
  );
  expect(guides.data[0].attributes.changed).toBe('2026-03-04T00:00:00+00:00');
  expect(guides.included.map((term: Found) => term.attributes.name).toSorted()).toEqual([
    '1.10',
    'T3',
    'counter',
    'guide',
  ]);
  expect((await find('/jsonapi/salestool/content_bundle', 'Welcome')).body).toBeDefined();
});

test('every kind of mini-app, with the manifest of its author or one that lists all its files', async () => {
  const app = async (title: string) =>
    (await find('/jsonapi/salestool/miniapp_bundle', title)) as unknown as {
      miniapp_type: string;
      init_data: string;
      urls: { uri: string }[];
    };
  const calculator = await app('Calculator');
  expect([calculator.miniapp_type, JSON.parse(calculator.init_data)]).toEqual([
    'embed',
    { currency: 'EUR', cent: 0.01, areas: [31, 40], rounds: true },
  ]);
  const uris = calculator.urls.map(({ uri }) => uri);
  expect(uris.map((uri) => uri.split('/').at(-1))).toEqual(['style.css', 'run.js']);
  const manifestOf = async (uri: string) =>
    JSON.parse((await here.got(uri.replace(/[^/]+$/, 'manifest.json'))).text);
  expect(await manifestOf(uris[0] ?? '')).toEqual(['style.css', 'run.js']);
  const finder = await app('Finder');
  expect([finder.miniapp_type, await manifestOf(finder.urls[0]?.uri ?? '')]).toEqual([
    'iframe',
    ['index.html'],
  ]);
  expect(await app('Portal')).toMatchObject({
    miniapp_type: 'link',
    urls: [{ uri: 'https://velden.example/portal' }],
  });
});

test('every key of packs, global ones and those of a channel', async () => {
  const pack = await find('/jsonapi/salestool/pack', 'First visit');
  expect(pack).toMatchObject({ notes: 'Only for reps', pack_type: 'channel', color: '#864e1f' });
  expect(pack.pack_data).toContain('Dear {{recipient_name}}');
  expect(pack.pack_data).toContain('The guide');
  expect(await find('/jsonapi/salestool/pack', 'The range')).toMatchObject({ pack_type: 'global' });
});

test('every key of users.yaml', async () => {
  const [{ user }] = await here.read(rep, '/oauth/api/me');
  expect(user[0].mail).toEqual(['astrid@velden.example']);
  expect(user[0].roles.toSorted()).toEqual(['sales_tool_manager', 'sales_tool_user']);
  expect(user[0].channels).toHaveLength(2);
  const signature = await find('/jsonapi/salestool/signature?include=picture', 'Astrid Berg');
  expect(signature).toMatchObject({
    ...{
      job_title: 'Key accounts',
      email: 'a.berg@velden.example',
      telephone: '031 555',
      telephone2: '031 556',
    },
  });
  expect(signature.related('picture')).toMatchObject([{ filename: 'astrid.jpg' }]);
});

test('every key of the front matter of help', async () => {
  expect(await find('/jsonapi/node/help_page', 'For managers')).toMatchObject({
    paths: 'route:home\npacks/*',
    // Only those with one of its roles are given the key that opens it.
    path: { alias: expect.stringMatching(/^\/help\/managers\?key=[\w-]{43}$/) },
    body: { value: expect.stringContaining('<em>Hi</em>') },
  });
  await here.content.write({
    'users.yaml':
      '- { name: olle, mail: olle@velden.example, roles: [sales_tool_user], password: another-one }\n',
  });
  await here.run();
  const pages = await here.read(await here.signIn('olle', 'another-one'), '/jsonapi/node/help_page');
  expect(pages.data.map(({ attributes }: Found) => attributes.title)).toEqual(['Building a pack']);
});
