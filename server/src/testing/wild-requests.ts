import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import fc from 'fast-check';
import type { RightBody } from './right-bodies.ts';
import type { RawRequest } from './send-raw.ts';
import { changedJson, wildBytes, wildValue } from './wild-json.ts';

export interface Route {
  method: string;
  url: string;
}

/** What of the world is worth naming in an address or a body. */
export interface Names {
  records: readonly { type: ResourceTypeName; id: string }[];
  linkTokens: readonly string[];
  files: readonly { key: string; filename: string }[];
  /** Authorization headers that open the route. */
  bearers: (route: Route) => readonly string[];
  bodies: readonly RightBody[];
}

const wildSegment = fc.oneof(
  fc.constantFrom(
    ...[
      '%00',
      'a%00b',
      '%2e%2e',
      '..',
      '.',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '..%5c..%5c',
      '%',
      '%f',
      '%zz',
      '%ff',
    ],
    ...[
      '%c0%af',
      '%ed%a0%80',
      '%F0%9F%98%80',
      '%0d%0aset-cookie:%20a=b',
      '%25%30%30',
      '__proto__',
      'constructor',
    ],
    ...[
      'hasOwnProperty',
      "'",
      '"',
      ';',
      '*',
      ':id',
      '-1',
      '0',
      'NaN',
      'null',
      '%3Cscript%3E',
      '%20',
      '+',
      '~',
      '@',
    ],
    ...['x'.repeat(301), 'x'.repeat(6000), '%41'.repeat(120), `${'a/'.repeat(200)}b`, '', '%2F', '\\'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

const fields = [
  ...new Set(
    resourceTypeNames.flatMap((name) => {
      const { attributes, relationships } = resourceTypeOf(name);
      return ['id', ...Object.keys(attributes), ...Object.keys(relationships)];
    }),
  ),
];

/** Mostly a value that leads somewhere, so that what lies behind is reached too. */
const mostly = (known: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 50, arbitrary: known }, { weight: 1, arbitrary: wildSegment });

type Place = Names['records'][number];

/** An address of the route, mostly one that leads to the record. */
function addressOf(url: string, { type, id }: Place, { linkTokens, files }: Names): fc.Arbitrary<string> {
  const [entity, bundle] = type.split('--') as [string, string];
  const { relationships } = resourceTypeOf(type);
  const values = fc.record({
    file: fc.constantFrom(...files),
    token: fc.constantFrom(...linkTokens),
    relationship: fc.constantFrom('picture', ...Object.keys(relationships)),
  });
  return values.chain(({ file, token, relationship }) => {
    const known: Record<string, string> = {
      ...{ ':entity': entity, ':bundle': bundle, ':relationship': relationship, ':token': token },
      ...{ ':key': file.key, '*': file.filename },
    };
    const segments = url
      .split('/')
      .slice(1)
      .map((part) =>
        part.startsWith(':') || part === '*' ? mostly(fc.constant(known[part] ?? id)) : fc.constant(part),
      );
    const whole = fc.tuple(...segments).map((each) => `/${each.join('/')}`);
    const bent = fc.tuple(whole, wildSegment, fc.nat(6)).map(([path, segment, at]) => {
      const cut = path.split('/').slice(1);
      cut.splice(at, at % 2, segment);
      return `/${cut.join('/')}`;
    });
    return fc.oneof({ weight: 19, arbitrary: whole }, { weight: 1, arbitrary: bent });
  });
}

const queryName = fc.oneof(
  fc.constantFrom(
    ...[
      'filter',
      'filter[]',
      'filter[__proto__]',
      'filter[a][condition][path]',
      'filter[a][condition][value]',
    ],
    ...['filter[a][condition][operator]', 'filter[a][condition][memberOf]', 'filter[a][group][conjunction]'],
    ...[
      'filter[a][group][memberOf]',
      'filter[id]',
      'filter[changed]',
      'sort',
      'sort[a][path]',
      'sort[a][direction]',
      'sort[a][direction][b]',
    ],
    ...[
      'page',
      'page[number]',
      'page[size]',
      'page[offset]',
      'page[limit]',
      'include',
      'fields',
      'fields[a]',
    ],
    ...[
      'fields[salestool--pack]',
      'resourceVersion',
      '_format',
      'own',
      'reported',
      '__proto__',
      'a[b',
      ']',
      '[',
      '',
    ],
  ),
  fc.constantFrom(...fields).map((field) => `filter[${field}]`),
  fc.constantFrom(...fields).map((field) => `filter[${field}.value][operator]`),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);

const queryValue = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '0',
      '1',
      '-1',
      '99999999999999999999',
      '1e9',
      '0x10',
      '2026-05-04T08:15:00Z',
      'AND',
      'OR',
      'IN',
      '<>',
    ],
    ...[
      'BETWEEN',
      'IS NULL',
      'CONTAINS',
      'a',
      '@root',
      '*',
      '**',
      'uid',
      'bundles.medias.file',
      '-changed,title',
    ],
    ...[
      '.',
      ',',
      'a.b.c.d.e.f.g',
      '__proto__',
      'constructor.name',
      '\0',
      '%',
      '_',
      '\\',
      "' or '1'='1",
      '\u{10ffff}',
    ],
    'x'.repeat(3000),
  ),
  fc.constantFrom(...fields),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
const pair = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(queryName, queryValue).map(([name, value]) => `${encoded(name)}=${encoded(value)}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('%', '%zz=1', '=', '&&', 'a=%ff', 'filter[%00]=1', '?', '#') },
);
const query = fc
  .oneof(
    { weight: 6, arbitrary: fc.constant<string[]>([]) },
    { weight: 5, arbitrary: fc.array(pair, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(pair, { minLength: 60, maxLength: 60 }) },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));

const wildHeader = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '*',
      '"x"',
      'W/"x"',
      'W/"',
      '"'.repeat(50),
      'x'.repeat(4000),
      '\u00ff\u00fe',
      'bytes=0-',
      'bytes=-1',
    ],
    ...[
      'bytes=5-2',
      'bytes=999999999999999999-',
      'bytes=0-0,1-1',
      '-1',
      '1e400',
      'gzip;q=9',
      'text/csv',
      'text/html',
    ],
    ...[
      'application/vnd.api+json; ext="x"',
      '*/*;q=x',
      ',,,',
      '; ',
      'Sun, 99 Foo 2026 00:00:00 GMT',
      '__proto__',
    ],
    ...[
      'file; filename="face.png"',
      'file; filename*="x"',
      'file; filename="..\\\\..\\\\x.png"',
      'file; filename="\u00e9"',
    ],
  ),
  fc.string({ maxLength: 30 }),
);
const headerName = fc.constantFrom(
  ...[
    'if-none-match',
    'if-match',
    'if-range',
    'range',
    'accept',
    'accept-encoding',
    'accept-language',
    'origin',
  ],
  ...[
    'cookie',
    'user-agent',
    'content-disposition',
    'x-forwarded-for',
    'x-http-method-override',
    'if-modified-since',
  ],
  ...['access-control-request-method', 'sec-purpose', 'content-encoding', 'referer'],
);

const contentTypes = [
  jsonApiMediaType,
  'application/json',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
];
const wildType = fc.constantFrom(
  ...contentTypes,
  ...[
    'text/plain',
    'message/rfc822',
    'multipart/form-data; boundary=x',
    'x',
    'a/b;',
    `${jsonApiMediaType}; charset=utf-16`,
  ],
  ...['application/json; charset=', 'application/vnd.api+json;ext="a"', '/', '__proto__', ''],
);

/** Names and values of a form with what a document says. */
const asForm = (document: unknown) =>
  new URLSearchParams(
    Object.entries(document as Record<string, unknown>).map(([name, value]) => [
      name,
      (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
    ]),
  ).toString();

const isForm = (type: string) => type === 'application/x-www-form-urlencoded';

const noBody = fc.constant({ type: '', body: null });

function bodyFor(
  route: Route,
  place: Place,
  { bodies }: Names,
): fc.Arbitrary<{ type: string; body: Buffer | null }> {
  const wild = fc.record({ type: wildType, body: wildBytes });
  const fitting = bodies.filter(
    ({ method, url, of = place.type }) => method === route.method && url === route.url && of === place.type,
  );
  if (fitting.length === 0) return fc.oneof({ weight: 4, arbitrary: noBody }, { weight: 1, arbitrary: wild });
  const close = fc.constantFrom(...fitting).chain(changedBody);
  return fc.oneof({ weight: 15, arbitrary: close }, { weight: 1, arbitrary: wild });
}

/** A body that is taken, with some of it changed. */
export function changedBody({ type, document }: RightBody): fc.Arbitrary<{ type: string; body: Buffer }> {
  if (Buffer.isBuffer(document)) {
    const spoilt = fc.tuple(fc.nat(document.length), fc.uint8Array({ maxLength: 8 }));
    return spoilt.map(([at, bytes]) => ({
      type,
      body: Buffer.concat([document.subarray(0, at), bytes, document.subarray(at)]),
    }));
  }
  if (!isForm(type)) return changedJson(document).map((text) => ({ type, body: Buffer.from(text) }));
  const changed = fc.tuple(fc.constantFrom('none', ...Object.keys(document as object)), wildValue);
  return changed.map(([name, value]) => ({
    type,
    body: Buffer.from(asForm({ ...(document as object), [name]: value })),
  }));
}

/** A request of a route that the host has, bent in some places. */
export const wildRequest = (route: Route, names: Names): fc.Arbitrary<RawRequest> =>
  fc.constantFrom(...names.records).chain((place) => requestAbout(place, route, names));

function requestAbout(place: Place, route: Route, names: Names): fc.Arbitrary<RawRequest> {
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(route.method);
  const authorization = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...names.bearers(route)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        'Bearer',
        'Bearer x',
        'Basic eDp5',
        `Bearer ${'x.'.repeat(900)}`,
        'Bearer a.b.c',
      ),
    },
  );
  return fc
    .record({
      path: fc.tuple(addressOf(route.url, place, names), query).map((parts) => parts.join('')),
      authorization,
      sent: hasBody ? bodyFor(route, place, names) : noBody,
      more: fc.oneof(fc.constant([]), fc.array(fc.tuple(headerName, wildHeader), { maxLength: 3 })),
    })
    .map(({ path, authorization, sent: { type, body }, more }) => ({
      method: route.method,
      path,
      body,
      headers: {
        ...Object.fromEntries(more),
        ...(authorization !== '' && { authorization }),
        ...(type !== '' && { 'content-type': type }),
        ...(body !== null && { 'content-length': String(body.length) }),
      },
    }));
}
