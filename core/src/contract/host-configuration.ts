import * as z from 'zod/mini';

/** The app may be opened over either, and 'https:' alone is an address on one of them only. */
const pages = ['http://host.example', 'https://host.example'];

const isAddress = (value: string) =>
  pages.every((page) => /^https?:$/.test(URL.parse(value, page)?.protocol ?? ''));

/**
 * An address that the app itself calls or takes apart, relative or absolute: one that is none would stop it. Where a
 * link leads that people press may be wrong, and only that link is dead.
 */
const address = z.string().check(z.refine(isAddress));

/**
 * What `/config.json` tells the app (content-host contract, section 8). All the app knows of a host beyond the
 * JSON:API contract stands here; every address can point elsewhere.
 */
export const hostConfiguration = z.object({
  /** Origin of the content host, without a slash at the end; '' means the origin that served the app. */
  host: address,
  /** Base of the JSON:API addresses, relative to `host` or absolute. */
  api: address,
  /** A prospect's page; `{token}` is replaced. */
  prospectPage: address,
  /** Changes when the host was restored from a backup. */
  generation: z.string(),
  passwordMinLength: z.number(),
  auth: z.object({
    login: z.object({
      mode: z.enum(['api', 'link']),
      url: address,
      client: z.string(),
      scope: z.string(),
      secret: z.optional(z.string()),
    }),
    logout: z.object({ mode: z.enum(['api', 'link']), url: address }),
    register: z.nullable(z.object({ mode: z.enum(['api', 'link']), url: z.string() })),
    reset: z.nullable(z.object({ mode: z.enum(['api', 'link']), url: address })),
    me: z.object({ url: address }),
  }),
  flags: z.object({
    recentFiles: z.boolean(),
    packNoEdit: z.boolean(),
    packNoSend: z.boolean(),
    packDetailsV2: z.boolean(),
    packBuilder2Enabled: z.boolean(),
    packBuilder2Default: z.boolean(),
    packWizard: z.boolean(),
    breadcrumbMenuEnabled: z.boolean(),
  }),
  help: z.object({
    url: z.nullable(z.string()),
    topics: z.array(z.object({ title: z.string(), url: z.string(), role: z.optional(z.string()) })),
  }),
  owner: z.string(),
  terms: z.nullable(z.string()),
  privacy: z.nullable(z.string()),
  /** Name of the product's owner as the sign-in page says it, and the one brand colour as #rrggbb. */
  brand: z.object({ name: z.string(), color: z.string().check(z.regex(/^#[0-9a-f]{6}$/i)) }),
  feedback: z.nullable(z.string()),
  analytics: z.nullable(z.string()),
  errors: z.nullable(z.string()),
  tours: z.boolean(),
});

export type HostConfiguration = z.infer<typeof hostConfiguration>;

/** The specification's defaults of the feature flags (FLAG-02 to FLAG-07). */
export const defaultFlags: HostConfiguration['flags'] = {
  recentFiles: false,
  packNoEdit: false,
  packNoSend: false,
  packDetailsV2: true,
  packBuilder2Enabled: true,
  packBuilder2Default: false,
  packWizard: false,
  breadcrumbMenuEnabled: true,
};
