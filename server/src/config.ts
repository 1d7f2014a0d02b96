import { join, resolve } from 'node:path';
import { defaultFlags, type HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import * as z from 'zod';
import { isSender } from '#mail/mail-address.ts';

/** Everything that can be set, read once from the environment. docs/configuration.md lists the names for operators. */
export interface Config {
  port: number;
  /** Undefined: loopback while demo passwords exist, else every interface. */
  bindHost: string | undefined;
  /** Origin that people and prospects use, without a slash at the end. */
  publicUrl: string;
  /** A postgres:// address; undefined means SQLite in the data folder. */
  databaseUrl: string | undefined;
  dataFolder: string;
  /** A bucket of an S3-compatible store for the files; undefined keeps them in the data folder. */
  bucket:
    | {
        bucket: string;
        /** What every name in it begins with, without slashes at either end; may be empty. */
        prefix: string;
        /** Undefined means Amazon. */
        endpoint: string | undefined;
        region: string;
        /** Undefined leaves it to what the machine offers, such as a role. */
        credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
      }
    | undefined;
  /** Whether an empty database gets the demo content at the first start. */
  demo: boolean;
  demoFolder: string;
  /** The built app. */
  appFolder: string;
  /** smtp:// or smtps://; undefined writes mails into data/mail. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Where mails that cannot be delivered come back to, and how the host learns of them. */
  bounces: {
    /** Envelope sender; undefined means the address of `mailFrom`. */
    address: string | undefined;
    /** imap:// or imaps:// with user, password and folder. */
    mailboxUrl: string | undefined;
    /** What a mail server says that hands bounces over by HTTP. */
    hookSecret: string | undefined;
  };
  /** How long the mail server may be silent before a try ends. */
  mailTimeoutMs: number;
  /** How long the host goes on answering after it has said that it is no longer ready. */
  drainMs: number;
  trustProxy: boolean;
  /** What an app has to say at the sign-in; a secret is asked for only when there is one (AUTH-16). */
  client: { id: string; secret: string | null };
  passwordMinLength: number;
  flags: HostConfiguration['flags'];
  help: HostConfiguration['help'];
  owner: string;
  terms: string | null;
  privacy: string | null;
  brand: { name: string; color: string };
  register: string | null;
  feedback: string | null;
  analytics: string | null;
  /** Where the tag manager's tags come from and report to, besides its own origin. */
  analyticsOrigins: readonly string[];
  errors: string | null;
  tours: boolean;
  /** How long it is kept which parts of a page somebody read. */
  viewDetailDays: number;
  logLevel: string;
  limits: {
    bodyBytes: number;
    uploadBytes: number;
    importFileBytes: number;
    /** How slow a line may be that brings a body. */
    slowestBytesPerSecond: number;
    /** How long a body may take whatever its size. */
    bodyPatienceMs: number;
    /** For how long, on average over five seconds, callers may find the host at something else before it turns them away; 0: ever. */
    mostHeldMs: number;
  };
}

const projectFolder = resolve(import.meta.dirname, '../..');

const flag = z.stringbool();
const address = z.url({ protocol: /^https?$/ });
const topics = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.array(z.strictObject({ title: z.string().min(1), url: address, role: z.string().optional() })));
const origin = address.transform((value) => value.replace(/\/+$/, ''));
const origins = z
  .string()
  .transform((text) => text.trim().split(/\s+/))
  .pipe(z.array(address.transform((value) => new URL(value).origin)));
const bytes = z.coerce.number().int().min(1024);

/** Every name that is read from the environment. docs/configuration.md describes them. */
export const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).optional(),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_FOLDER: z.string().min(1).default(join(projectFolder, 'data')),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][\w.-]{1,61}[a-z0-9]$/i, 'is no name of a bucket')
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*$/, 'has to look like some/folder')
    .optional(),
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  DEMO: flag.default(true),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .min(3)
    .regex(/^[^\r\n]+$/)
    // Every mail would fail for good, and the host would not say why before the first.
    .refine(isSender, 'has to hold an address, as in Velden <packs@velden.example>')
    .default('Satchel <satchel@localhost>'),
  BOUNCE_ADDRESS: z.email().optional(),
  BOUNCE_MAILBOX_URL: z.url({ protocol: /^imaps?$/ }).optional(),
  BOUNCE_HOOK_SECRET: z.string().min(20, 'has to have 20 characters or more').optional(),
  MAIL_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(600).default(60),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  TRUST_PROXY: flag.default(false),
  CLIENT_ID: z.string().min(1).default('satchel'),
  CLIENT_SECRET: z.string().min(1).optional(),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(5).max(64).default(5),
  FLAG_RECENT_FILES: flag.default(defaultFlags.recentFiles),
  FLAG_PACK_NO_EDIT: flag.default(defaultFlags.packNoEdit),
  FLAG_PACK_NO_SEND: flag.default(defaultFlags.packNoSend),
  FLAG_PACK_DETAILS_V2: flag.default(defaultFlags.packDetailsV2),
  FLAG_PACK_BUILDER2_ENABLED: flag.default(defaultFlags.packBuilder2Enabled),
  FLAG_PACK_BUILDER2_DEFAULT: flag.default(defaultFlags.packBuilder2Default),
  FLAG_PACK_WIZARD: flag.default(defaultFlags.packWizard),
  FLAG_BREADCRUMB_MENU: flag.default(defaultFlags.breadcrumbMenuEnabled),
  HELP_URL: address.optional(),
  HELP_TOPICS: topics.optional(),
  OWNER: z.string().default('Velden Terminals'),
  TERMS_URL: address.optional(),
  PRIVACY_URL: address.optional(),
  BRAND_NAME: z.string().min(1).default('Velden'),
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'has to look like #0b703f')
    .default('#0d5c7a'),
  REGISTER_URL: address.optional(),
  FEEDBACK_URL: address.optional(),
  ANALYTICS_URL: address.optional(),
  ANALYTICS_ORIGINS: origins.optional(),
  ERRORS_URL: address.optional(),
  TOURS: flag.default(true),
  VIEW_DETAIL_DAYS: z.coerce.number().int().min(1).max(3650).default(400),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  // A pack of ten million characters as it is sent, when every one of them is a quote.
  BODY_LIMIT_BYTES: bytes.default(48 * 1024 * 1024),
  UPLOAD_LIMIT_BYTES: bytes.default(10 * 1024 * 1024),
  SLOWEST_BODY_BYTES_PER_SECOND: z.coerce.number().int().min(100).default(10_000),
  IMPORT_FILE_LIMIT_BYTES: bytes.default(2 * 1024 * 1024 * 1024),
});

// What a store takes in one piece.
const largestObject = 5 * 1024 ** 3;

/** What settings have to say about each other. */
const together = settings.superRefine((set, context) => {
  const refuse = (name: keyof typeof set, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (set.S3_BUCKET === undefined) {
    const others = [
      'S3_PREFIX',
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ] as const;
    for (const name of others) if (set[name] !== undefined) refuse(name, 'means nothing without S3_BUCKET');
    return;
  }
  if (set.S3_REGION === undefined && set.S3_ENDPOINT === undefined)
    refuse('S3_REGION', 'is needed where S3_ENDPOINT is not set');
  if (set.S3_ACCESS_KEY_ID !== undefined && set.S3_SECRET_ACCESS_KEY === undefined)
    refuse('S3_SECRET_ACCESS_KEY', 'is needed with S3_ACCESS_KEY_ID');
  if (set.S3_SECRET_ACCESS_KEY !== undefined && set.S3_ACCESS_KEY_ID === undefined)
    refuse('S3_ACCESS_KEY_ID', 'is needed with S3_SECRET_ACCESS_KEY');
  if (set.IMPORT_FILE_LIMIT_BYTES > largestObject)
    refuse('IMPORT_FILE_LIMIT_BYTES', `is at most ${largestObject} with S3_BUCKET`);
});

type Settings = z.infer<typeof settings>;

const bucketOf = (set: Settings): Config['bucket'] =>
  set.S3_BUCKET === undefined
    ? undefined
    : {
        bucket: set.S3_BUCKET,
        prefix: set.S3_PREFIX ?? '',
        endpoint: set.S3_ENDPOINT,
        // Stores that know no regions take any.
        region: set.S3_REGION ?? 'us-east-1',
        credentials:
          set.S3_ACCESS_KEY_ID !== undefined && set.S3_SECRET_ACCESS_KEY !== undefined
            ? { accessKeyId: set.S3_ACCESS_KEY_ID, secretAccessKey: set.S3_SECRET_ACCESS_KEY }
            : undefined,
      };

/** Reads the settings; throws one sentence that names every setting with a wrong value. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = together.safeParse(given);
  if (!read.success) {
    const problems = read.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`);
    throw new Error(`These settings in the environment have a wrong value: ${problems.join('; ')}.`);
  }
  const set = read.data;
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${set.PORT}`;
  return Object.freeze({
    port: set.PORT,
    bindHost: set.HOST,
    publicUrl,
    databaseUrl: set.DATABASE_URL,
    dataFolder: resolve(set.DATA_FOLDER),
    bucket: bucketOf(set),
    demo: set.DEMO,
    demoFolder: join(projectFolder, 'demo'),
    appFolder: join(projectFolder, 'app/dist'),
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    bounces: {
      address: set.BOUNCE_ADDRESS,
      mailboxUrl: set.BOUNCE_MAILBOX_URL,
      hookSecret: set.BOUNCE_HOOK_SECRET,
    },
    mailTimeoutMs: set.MAIL_TIMEOUT_SECONDS * 1000,
    drainMs: set.DRAIN_SECONDS * 1000,
    trustProxy: set.TRUST_PROXY,
    client: { id: set.CLIENT_ID, secret: set.CLIENT_SECRET ?? null },
    passwordMinLength: set.PASSWORD_MIN_LENGTH,
    flags: {
      recentFiles: set.FLAG_RECENT_FILES,
      packNoEdit: set.FLAG_PACK_NO_EDIT,
      packNoSend: set.FLAG_PACK_NO_SEND,
      packDetailsV2: set.FLAG_PACK_DETAILS_V2,
      packBuilder2Enabled: set.FLAG_PACK_BUILDER2_ENABLED,
      packBuilder2Default: set.FLAG_PACK_BUILDER2_DEFAULT,
      packWizard: set.FLAG_PACK_WIZARD,
      breadcrumbMenuEnabled: set.FLAG_BREADCRUMB_MENU,
    },
    help: { url: set.HELP_URL ?? `${publicUrl}/help`, topics: set.HELP_TOPICS ?? [] },
    owner: set.OWNER,
    terms: set.TERMS_URL ?? null,
    privacy: set.PRIVACY_URL ?? null,
    brand: { name: set.BRAND_NAME, color: set.BRAND_COLOR },
    register: set.REGISTER_URL ?? null,
    feedback: set.FEEDBACK_URL ?? null,
    analytics: set.ANALYTICS_URL ?? null,
    analyticsOrigins: set.ANALYTICS_ORIGINS ?? [],
    errors: set.ERRORS_URL ?? null,
    tours: set.TOURS,
    viewDetailDays: set.VIEW_DETAIL_DAYS,
    logLevel: set.LOG_LEVEL,
    limits: {
      bodyBytes: set.BODY_LIMIT_BYTES,
      uploadBytes: set.UPLOAD_LIMIT_BYTES,
      importFileBytes: set.IMPORT_FILE_LIMIT_BYTES,
      slowestBytesPerSecond: set.SLOWEST_BODY_BYTES_PER_SECOND,
      bodyPatienceMs: 60_000,
      mostHeldMs: 3000,
    },
  });
}
