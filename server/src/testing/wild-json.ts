import fc from 'fast-check';

/** Text that stands in a body as it is, where JSON has no value that would be written so. */
class AsIs {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const nested = (open: string, inner: string, close: string, depth: number) =>
  new AsIs(open.repeat(depth) + inner + close.repeat(depth));

const long = 'x'.repeat(70_000);

/** Values that somebody sends where another one is due. */
export const wildValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 0.1, 7, 2 ** 53, 253_402_300_800, '', 'x', [], {}, [[]]),
  fc.constantFrom(
    ...['-0', '1e400', '-1e400', '1e-400', '18446744073709551616', `1${'0'.repeat(400)}`].map(
      (text) => new AsIs(text),
    ),
    ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"\\uffff"', '"\\u202e"'].map(
      (text) => new AsIs(text),
    ),
    ...['NaN', 'undefined', '01', "'x'", '"\t"', '"', '{"a":1,}', '/**/1'].map((text) => new AsIs(text)),
    ...[
      '{"__proto__":{"id":"x"}}',
      '{"constructor":{"prototype":{"id":1}}}',
      '{"toString":1}',
      '{"length":-1}',
    ].map((text) => new AsIs(text)),
    nested('[', '', ']', 40),
    nested('[', '', ']', 1000),
    nested('{"a":', '1', '}', 60),
  ),
  fc.constantFrom(
    ...[long, '\0', '\u{1f600}', '<script>alert(1)</script>', '2026-02-30T25:61:61Z', '9999-12-31T23:59:60Z'],
    ...[
      '+275760-09-13T00:00:00Z',
      '-1',
      '1e400',
      'Infinity',
      '#12345',
      '{',
      '{"version":2}',
      '[]',
      'null',
      '"x"',
    ],
    ...[
      '{"version":2,"elements":[{"type":"text","data":{"content":"\\u0000"}}]}',
      '{"version":2,"elements":[null]}',
    ],
    ...['{"version":1e400}', '{"version":2,"elements":{"__proto__":[]}}', '{"title":1,"pack_data":{}}'],
    ...[
      '{"title":"x","pack_data":"{\\"version\\":2,\\"elements\\":[{\\"title\\":\\"\\\\ud800\\"}]}"}',
      '['.repeat(5000),
    ],
  ),
  fc.uuid(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const wildName = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'id', 'type', 'data', 'attributes', ''],
  ...[
    'owner_id',
    'account_id',
    'uid',
    'status',
    'a\0b',
    '\u{1f600}',
    'x'.repeat(5000),
    "'; drop table pack; --",
  ],
);

interface Change {
  kind: 'replace' | 'drop' | 'rename' | 'add' | 'twice' | 'wrap';
  at: number;
  name: string;
  value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'rename', 'add', 'twice', 'wrap'),
  at: fc.nat(60),
  name: wildName,
  value: wildValue,
});

/** The members of an object as they are written: in their order, and one name as often as it is. */
type Members = [name: string, value: Written][];
type Written = { members: Members } | { items: Written[] } | { leaf: unknown };

function written(value: unknown): Written {
  if (value instanceof AsIs || typeof value !== 'object' || value === null) return { leaf: value };
  if (Array.isArray(value)) return { items: value.map(written) };
  return { members: Object.entries(value).map(([name, inner]) => [name, written(inner)]) };
}

function textOf(node: Written): string {
  if ('items' in node) return `[${node.items.map(textOf).join(',')}]`;
  if ('members' in node) {
    return `{${node.members.map(([name, inner]) => `${JSON.stringify(name)}:${textOf(inner)}`).join(',')}}`;
  }
  return node.leaf instanceof AsIs ? node.leaf.text : (JSON.stringify(node.leaf) ?? 'null');
}

/** Every place in a document: where it hangs and how to put something else there. */
function places(
  node: Written,
): { set(changed: Written): void; get(): Written; members?: Members; index?: number }[] {
  if ('items' in node) {
    return node.items.flatMap((_, index) => [
      {
        get: () => node.items[index] as Written,
        set: (changed: Written) => {
          node.items[index] = changed;
        },
      },
      ...places(node.items[index] as Written),
    ]);
  }
  if (!('members' in node)) return [];
  return node.members.flatMap((member, index) => [
    {
      get: () => member[1],
      set: (changed: Written) => {
        member[1] = changed;
      },
      members: node.members,
      index,
    },
    ...places(member[1]),
  ]);
}

function apply(root: { node: Written }, { kind, at, name, value }: Change) {
  const whole = { get: () => root.node, set: (changed: Written) => Object.assign(root, { node: changed }) };
  const all = [whole, ...places(root.node)];
  const place = all[at % all.length] as ReturnType<typeof places>[number];
  const { members, index = 0 } = place;
  const here = place.get();
  if (kind === 'replace' || (kind !== 'wrap' && !members)) place.set(written(value));
  else if (kind === 'wrap') place.set({ items: [here, here] });
  else if (kind === 'drop') members?.splice(index, 1);
  else if (kind === 'rename') members?.splice(index, 1, [name, here]);
  else if (kind === 'add') members?.push([name, written(value)]);
  else members?.splice(index, 0, [members[index]?.[0] ?? name, written(value)]);
}

/** The text of a document with some of it changed into what no client of ours sends. */
export const changedJson = (document: unknown): fc.Arbitrary<string> =>
  fc.array(change, { maxLength: 3 }).map((changes) => {
    const root = { node: written(document) };
    for (const each of changes) apply(root, each);
    return textOf(root.node);
  });

/** Bytes that are no JSON, or not what they are said to be. */
export const wildBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(
    ...['', ' ', 'null', '0', '"x"', '[]', '{}', '{"data":null}', '{"data":[]}', '[[]]', '{', '\ufeff{}'].map(
      (text) => Buffer.from(text),
    ),
    Buffer.from('['.repeat(1000)),
    Buffer.from('{"a":'.repeat(100_000)),
    Buffer.from('{"data":{"type":"salestool--pack","attributes":{"title":"a\xffb\xc0\xaf"}}}', 'latin1'),
    Buffer.from('{"data":1}', 'utf16le'),
    Buffer.alloc(1000),
  ),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
);
