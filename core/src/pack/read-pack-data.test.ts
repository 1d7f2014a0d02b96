import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveMedia, removeMedia } from './edit-pack.ts';
import type { PackElement } from './pack-data.ts';
import { readPackData, writePackData } from './read-pack-data.ts';
import { writeGroups } from './write-groups.ts';

const media = {
  id: 'm1',
  type: 'media--document',
  mediaType: 'document',
  name: 'Product guide',
  url: 'https://content.example/guide.pdf',
  thumbnail: null,
};

const elements = [
  {
    id: 's1',
    type: 'text',
    title: 'A word',
    showTitle: true,
    introText: '',
    options: { hideTitle: false },
    data: { content: '<p>Hello</p>' },
  },
  {
    id: 's2',
    type: 'medias',
    title: 'The counter',
    showTitle: false,
    introText: 'Intro',
    options: { hideTitle: true },
    data: {
      medias: [
        {
          id: 'c1',
          type: 'media',
          title: 'Product guide',
          showTitle: true,
          introText: '',
          options: { hideTitle: false },
          data: { media },
        },
      ],
    },
  },
];

function packOf(value: unknown) {
  const read = readPackData(JSON.stringify(value));
  if (!read.ok) throw new Error(read.because);
  return read.pack;
}

const elementsOf = (stored: unknown[]) => packOf({ version: 2, elements: stored }).elements;

describe('version 2', () => {
  test('[PDATA-02, PDATA-03, PDATA-04] sections and their media come back as they were written', () => {
    const text = JSON.stringify({ version: 2, elements });
    const read = readPackData(text);
    expect(read).toMatchObject({ ok: true, version: 2 });
    expect(JSON.parse(writePackData(packOf({ version: 2, elements })))).toEqual({ version: 2, elements });
  });

  test('[PDATA-05] content and mini-app bundles and a lone media are sections too', () => {
    const stored = [
      { id: 'b1', type: 'salestool--content_bundle', title: 'Welcome', data: { bundle: { id: 'bundle-1' } } },
      { id: 'bundle-2', type: 'salestool--miniapp_bundle', title: 'Calculator' },
      { id: 'l1', type: 'media', data: { media } },
    ];
    expect(elementsOf(stored)).toMatchObject([
      {
        type: 'salestool--content_bundle',
        data: { bundle: { id: 'bundle-1', type: 'salestool--content_bundle' } },
      },
      { type: 'salestool--miniapp_bundle', data: { bundle: { id: 'bundle-2' } } },
      { type: 'media', data: { media: { id: 'm1', mediaType: 'document' } } },
    ]);
  });

  test.each([
    [{}, true],
    [{ showTitle: true, options: { hideTitle: false } }, true],
    [{ showTitle: false }, false],
    [{ showTitle: true, options: { hideTitle: true } }, false],
    [{ showTitle: false, options: { hideTitle: false } }, false],
    [{ showTitle: 'no', options: [] }, true],
  ])('[PDATA-06] a section with %j shows its title: %s', (stored, shown) => {
    const [section] = elementsOf([{ id: 's', type: 'text', title: 'T', ...stored }]);
    expect(section).toMatchObject({ showTitle: shown, options: { hideTitle: !shown } });
  });

  test('a section of unknown type is kept to the letter', () => {
    const poll = { id: 'p1', type: 'poll', question: 'Which?', data: { answers: [1, { deep: ['x'] }] } };
    const pack = packOf({ version: 2, elements: [elements[0], poll] });
    expect(pack.elements[1]).toMatchObject({ type: 'unknown', unknownType: 'poll' });
    expect(JSON.parse(writePackData(pack)).elements[1]).toEqual(poll);
  });

  test('what is no section at all is kept as one of unknown type', () => {
    const pack = packOf({
      version: 2,
      elements: [null, 'text', { no: 'type' }, { type: 'media', data: {} }],
    });
    expect(pack.elements.map(({ type }) => type)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(JSON.parse(writePackData(pack)).elements).toEqual([
      null,
      'text',
      { no: 'type' },
      { type: 'media', data: {} },
    ]);
  });

  test('fields of a later app on known sections travel along', () => {
    const stored = { ...elements[0], background: 'sea', data: { content: 'x', language: 'sv' } };
    expect(JSON.parse(writePackData(packOf({ version: 2, elements: [stored], theme: 1 }))).elements).toEqual([
      stored,
    ]);
  });

  test('missing and repeated ids become ids of their own, the same at every reading', () => {
    const stored = [
      { type: 'text' },
      { id: 'a', type: 'text' },
      { id: 'a', type: 'text' },
      { id: 7, type: 'text' },
    ];
    const ids = elementsOf(stored).map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain('');
    expect(ids).toContain('7');
    expect(elementsOf(stored).map(({ id }) => id)).toEqual(ids);
  });

  test('an id that looks like a given one is not given twice', () => {
    const ids = elementsOf([{ type: 'text' }, { id: 'section-1', type: 'text' }]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  test('a media stored twice in one section is read once, and children that name none are left out', () => {
    const child = { id: 'c', type: 'media', data: { media } };
    const [section] = elementsOf([
      { id: 's', type: 'medias', data: { medias: [child, child, null, { type: 'media' }] } },
    ]);
    expect(section).toMatchObject({ data: { medias: [{ data: { media: { id: 'm1' } } }] } });
  });

  test('[PDATA-08] what is left out of a section, and what a pack says of itself besides, is written again', () => {
    const child = (id: string) => ({ id, type: 'media', title: 'T', data: { media: { ...media, id } } });
    const strange = [
      { type: 'media', data: { media: { name: 'Without an id' } } },
      { type: 'heading' },
      null,
    ];
    const section = { id: 's', type: 'medias', data: { medias: [child('a'), ...strange, child('b')] } };
    const pack = packOf({ theme: { dark: true }, version: 2, elements: [section] });
    const changed = removeMedia(moveMedia(pack, 's', 0, 1), 's', 'a');
    const written = JSON.parse(writePackData(changed));
    expect(written).toMatchObject({ theme: { dark: true }, version: 2 });
    expect(written.elements[0].data.medias).toEqual([expect.objectContaining({ id: 'b' }), ...strange]);
    expect(JSON.parse(writePackData(packOf(written)))).toEqual(written);
  });

  const child = (id: string) => ({ id: `c-${id}`, type: 'media', data: { media: { ...media, id } } });

  test.each([
    ['a text as its data', { id: 'x', type: 'text', title: 'T', data: '<p>Hi</p>' }],
    ['a list as its data', { id: 'x', type: 'text', title: 'T', data: ['<p>Hi</p>'] }],
    [
      'content of another form',
      { id: 'x', type: 'text', title: 'T', data: { content: { value: '<p>Hi</p>', format: 'basic_html' } } },
    ],
    ['files in a text', { id: 'x', type: 'medias', title: 'T', data: { medias: 'a, b' } }],
    ['one file without a list', { id: 'x', type: 'medias', title: 'T', data: { medias: child('a') } }],
    ['a bundle in a text', { id: 'x', type: 'salestool--content_bundle', data: { bundle: 'bundle-1' } }],
  ])('[PDATA-08] a section with %s is not understood, and kept to the letter', (_what, stored) => {
    const pack = packOf({ version: 2, elements: [stored] });
    expect(pack.elements).toMatchObject([{ type: 'unknown', unknownType: stored.type }]);
    expect(JSON.parse(writePackData(pack)).elements).toEqual([stored]);
  });

  test('[PDATA-08] a section that says nothing of its contents has none', () => {
    const stored = [null, {}, { content: null, medias: null }].flatMap((data) => [
      { type: 'text', data },
      { type: 'medias', data },
    ]);
    expect(elementsOf(stored).map(({ type }) => type)).toEqual(stored.map(({ type }) => type));
  });

  test('[PDATA-08] a list with gaps, as PHP writes it, is a list', () => {
    const [section] = elementsOf([
      { id: 's', type: 'medias', data: { medias: { 0: child('a'), 2: child('b') } } },
    ]);
    expect(section).toMatchObject({
      data: { medias: [{ data: { media: { id: 'a' } } }, { data: { media: { id: 'b' } } }] },
    });
  });

  test('a number is a title, and a file need not say that it is one', () => {
    const { type: _, ...untyped } = child('a');
    const [section] = elementsOf([{ id: 's', type: 'medias', title: 2026, data: { medias: [untyped] } }]);
    expect(section).toMatchObject({ title: '2026', data: { medias: [{ type: 'media', id: 'c-a' }] } });
  });

  test('[PDATA-08] whatever else a bundle says of itself is written again', () => {
    const bundle = { id: 'b', type: 'salestool--content_bundle', title: 'Welcome', weight: 3 };
    const written = JSON.parse(
      writePackData(packOf({ version: 2, elements: [{ id: 's', type: bundle.type, data: { bundle } }] })),
    );
    expect(written.elements[0].data).toEqual({ bundle });
  });

  test('five thousand sections are read', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ ...elements[1], id: `s${index}` }));
    expect(elementsOf(many)).toHaveLength(5_000);
  });
});

describe('version 1', () => {
  const groups = [
    {
      id: 'b1',
      type: 'salestool--document_bundle',
      name: 'Terminals',
      children: [media, { id: 'm2', type: 'media--image', name: 'Photo' }],
    },
    { id: 'b2', type: 'salestool--content_bundle', name: 'Welcome', children: [] },
    {
      id: 'g3',
      type: 'folder',
      name: 'Own list',
      children: [{ id: 'm1', type: 'media--document', name: 'Again' }],
    },
  ];

  test('[PDATA-01, PDATA-07] each group becomes a medias element with one media child per item', () => {
    const pack = packOf(groups);
    expect(pack.version).toBe(2);
    expect(pack.elements.map((element) => [element.id, element.type])).toEqual([
      ['b1', 'medias'],
      ['b2', 'medias'],
      ['g3', 'medias'],
    ]);
    expect(pack.elements[0]).toMatchObject({
      title: 'Terminals',
      showTitle: true,
      data: {
        medias: [
          { type: 'media', data: { media: { id: 'm1', name: 'Product guide' } } },
          { type: 'media', data: { media: { id: 'm2', type: 'media--image', name: 'Photo', url: null } } },
        ],
      },
    });
  });

  test('[PDATA-08] a group whose items are in another form is not understood, and kept to the letter', () => {
    const group = { id: 'g', type: 'folder', name: 'Own list', children: { first: media } };
    const pack = packOf([group]);
    expect(pack.elements).toMatchObject([{ type: 'unknown', unknownType: 'folder' }]);
    expect(JSON.parse(writePackData(pack)).elements).toEqual([group]);
    expect(JSON.parse(writeGroups(pack, JSON.stringify([group])))).toEqual([group]);
  });

  test('[PVIEW-07] a list is version 1, and so is none said', () => {
    expect(readPackData(JSON.stringify(groups))).toMatchObject({ ok: true, version: 1 });
    expect(readPackData('[]')).toEqual({ ok: true, version: 1, pack: { version: 2, elements: [] } });
  });

  test('the bundle a group stood for is still known after it was written as version 2', () => {
    const again = packOf(JSON.parse(writePackData(packOf(groups))));
    expect(again.elements.map((element) => element.type === 'medias' && element.data.bundle)).toEqual([
      { id: 'b1', type: 'salestool--document_bundle' },
      { id: 'b2', type: 'salestool--content_bundle' },
      undefined,
    ]);
  });
});

describe('what cannot be read', () => {
  test.each([
    [null, 'empty'],
    ['', 'empty'],
    [' \n', 'empty'],
    ['null', 'empty'],
    ['{', 'not-json'],
    ['<p>html</p>', 'not-json'],
    ['5', 'not-a-pack'],
    ['"text"', 'not-a-pack'],
    ['{}', 'not-a-pack'],
    ['{"version":2}', 'not-a-pack'],
    ['{"version":2,"elements":{}}', 'not-a-pack'],
    ['{"version":3,"elements":[]}', 'from-a-newer-app'],
    [`${'['.repeat(100_000)}`, 'not-a-pack'],
  ])('[PDATA-08] %j is refused as %s', (text, because) => {
    expect(readPackData(text)).toEqual({ ok: false, because });
  });
});

test('[PDATA-08] what is no text at all is not taken for an empty pack', () => {
  const cycle: Record<string, unknown> = { version: 2 };
  cycle.elements = [cycle];
  for (const stored of [cycle, {}, [], 5, true])
    expect(readPackData(stored as unknown as string)).toEqual({ ok: false, because: 'not-a-pack' });
});

test('brackets inside texts are no nesting, and a text that never ends is refused', () => {
  const brackets = '[{"\\'.repeat(1_000);
  expect(
    readPackData(JSON.stringify({ version: 2, elements: [{ type: 'text', data: { content: brackets } }] }))
      .ok,
  ).toBe(true);
  expect(readPackData(`"${'\\"'.repeat(1_000_000)}`)).toEqual({ ok: false, because: 'not-json' });
});

const anyPackText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .array(
      fc.record(
        {
          id: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
          type: fc.constantFrom(
            'text',
            'medias',
            'media',
            'salestool--content_bundle',
            'poll',
            '__proto__',
            3,
          ),
          title: fc.anything(),
          options: fc.anything(),
          data: fc.oneof(
            fc.anything(),
            fc.record({
              medias: fc.array(
                fc.record({ type: fc.constant('media'), data: fc.record({ media: fc.anything() }) }),
              ),
            }),
          ),
        },
        { requiredKeys: [] },
      ),
    )
    .chain((list) => fc.constantFrom({ version: 2, elements: list }, list))
    .map((value) => {
      try {
        return JSON.stringify(value);
      } catch {
        return '';
      }
    }),
);

interface Child {
  data?: { media?: unknown };
}

interface Stored {
  data?: { content?: unknown; medias?: Child[] };
  children?: unknown[];
}

/** Files by their ids, since each stands in a section once only, and what names none as it came. */
const filesIn = (children: object | null | undefined, mediaOf: (child: Child) => unknown) =>
  new Set(
    Object.values(children ?? []).map((child) => {
      const { id } = Object(mediaOf(Object(child)));
      return id === undefined ? JSON.stringify(child) : String(id);
    }),
  );

/** Nothing of what a section holds is lost. */
function expectKept(version: 1 | 2, stored: Stored, element: PackElement, written: Stored) {
  const inChild = ({ data }: Child) => data?.media;
  switch (element.type) {
    case 'unknown':
      return expect(written).toEqual(stored);
    case 'text':
      return expect(written.data).toEqual({ ...stored.data, content: stored.data?.content ?? '' });
    case 'medias':
      return expect(filesIn(written.data?.medias, inChild)).toEqual(
        version === 1 ? filesIn(stored.children, (child) => child) : filesIn(stored.data?.medias, inChild),
      );
    default:
      return expect(written.data).toMatchObject(Object(stored.data));
  }
}

test('no text makes the gate throw, what passed it is kept, and passes again unchanged', () => {
  fc.assert(
    fc.property(anyPackText, (text) => {
      const read = readPackData(text);
      if (!read.ok) return;
      const written = writePackData(read.pack);
      const [before, after] = [JSON.parse(text), JSON.parse(written).elements];
      for (const [at, element] of read.pack.elements.entries())
        expectKept(read.version, (before.elements ?? before)[at], element, after[at]);
      const again = readPackData(written);
      expect(again.ok && JSON.parse(writePackData(again.pack))).toEqual(JSON.parse(written));
      expect(new Set(read.pack.elements.map(({ id }) => id)).size).toBe(read.pack.elements.length);
    }),
    { numRuns: 500 },
  );
});
