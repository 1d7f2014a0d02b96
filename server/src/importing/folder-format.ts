import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import { roles } from '@satchel/core/contract/roles.ts';
import * as z from 'zod';

/** What the files of an import folder hold. docs/importing.md describes it for operators. */

// PostgreSQL takes no null character, and half a character would never be read back as it was written.
const text = z
  .string('has to be a text')
  .transform((value) => value.toWellFormed().trim())
  .refine((value) => !value.includes('\0'), 'holds a character that is none');
const title = text.refine(({ length }) => length > 0 && length <= 255, 'has to have 1 to 255 characters');
const optionalText = text.optional();
const list = z.array(text, 'has to be a list').default([]);
const color = z
  .string('has to look like #0b703f')
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'has to look like #0b703f');
const webAddress = z.url({ protocol: /^https?$/, error: 'has to be an http or https address' });

/** Milliseconds; a day without a time is its first moment in UTC. */
const moment = z
  .string('has to look like 2026-11-18')
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/, 'has to look like 2026-11-18')
  .transform((value) => Date.parse(value))
  .refine((value) => !Number.isNaN(value), 'is no day of the calendar');

const richText = z
  .union([
    text.transform((value) => ({ summary: '', value })),
    z.strictObject({ summary: text.default(''), value: text.default('') }),
  ])
  .optional();

const contact = {
  title,
  job_title: optionalText,
  email: z.email('has to be a mail address').optional(),
  telephone: optionalText,
  telephone2: optionalText,
};

const person = z.strictObject({
  name: title,
  mail: z.email('has to be a mail address'),
  roles: z.array(z.enum(roles, `has to be one of ${roles.join(', ')}`)).min(1, 'has to name a role'),
  channels: list,
  password: optionalText,
  signature: z.strictObject({ ...contact, picture: optionalText }).optional(),
});

export const userFile = z.array(person, 'has to be a list of users');

export const channelFile = z.strictObject({
  title,
  sandbox: z
    .stringbool({ truthy: ['true'], falsy: ['false'], error: 'has to be true or false' })
    .default(false),
  body: richText,
  news: optionalText,
  image: optionalText,
  medias: list,
  pack_header: optionalText,
  pack_footer: optionalText,
  signature: z.strictObject({ ...contact, image: optionalText }).optional(),
});

const mediaDetails = z.strictObject({
  file: title,
  name: title.optional(),
  description: optionalText,
  keywords: list,
  products: list,
  print_size: optionalText,
  modified: moment.optional(),
});

const bundleTypeOf = { document: bundleTypes[0], content: bundleTypes[1], miniapp: bundleTypes[2] } as const;

export const bundleFile = z
  .strictObject({
    type: z
      .enum(['document', 'content', 'miniapp'], 'has to be document, content or miniapp')
      .default('document')
      .transform((type) => bundleTypeOf[type]),
    title,
    body: richText,
    availability: z.enum(['public', 'internal'], 'has to be public or internal').default('public'),
    color: color.optional(),
    image: optionalText,
    medias: z.array(mediaDetails, 'has to be a list').default([]),
    miniapp_type: z.enum(['embed', 'iframe', 'link'], 'has to be embed, iframe or link').optional(),
    urls: list,
    init_data: z.json().optional(),
  })
  .superRefine((bundle, context) => {
    if (bundle.type !== bundleTypeOf.miniapp) return;
    const say = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if (!bundle.miniapp_type) say('miniapp_type', 'has to be embed, iframe or link');
    if (bundle.urls.length === 0) say('urls', 'has to name at least one address');
    for (const url of bundle.urls) {
      const isInFolder = url.startsWith('app/') && bundle.miniapp_type !== 'link';
      if (!isInFolder && !webAddress.safeParse(url).success)
        say('urls', `${url} is no http or https address`);
    }
  });

export const packFile = z.strictObject({
  title,
  notes: optionalText,
  color: color.optional(),
  sections: z
    .array(
      z.discriminatedUnion(
        'type',
        [
          z.strictObject({ type: z.literal('text'), title: text.default(''), content: text.default('') }),
          z.strictObject({ type: z.literal('documents'), title: text.default(''), items: list }),
        ],
        'has to have the type text or documents',
      ),
      'has to be a list',
    )
    .default([]),
});

export const helpFrontMatter = z.strictObject({
  title,
  paths: list,
  roles: z.array(z.enum(roles, `has to be one of ${roles.join(', ')}`)).default([]),
});

export type UserEntry = z.infer<typeof person>;
export type ChannelEntry = z.infer<typeof channelFile>;
export type BundleEntry = z.infer<typeof bundleFile>;
export type MediaDetails = z.infer<typeof mediaDetails>;
export type PackEntry = z.infer<typeof packFile>;
