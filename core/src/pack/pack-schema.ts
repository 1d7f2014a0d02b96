import * as z from 'zod/mini';
import { bundleTypes } from '#contract/resource-type-names.ts';

/** The shapes of stored pack data, forgiving in everything but what a section is and which media it names. */

const text = z.catch(z.string(), '');
const textOrNull = z.catch(z.nullable(z.string()), null);
const identifier = z.union([z.string().check(z.minLength(1)), z.pipe(z.number(), z.transform(String))]);
const identifierOrNone = z.catch(identifier, '');
const flag = z.catch(z.optional(z.boolean()), undefined);

const titled = {
  id: identifierOrNone,
  title: text,
  showTitle: flag,
  introText: text,
  options: z.catch(z.optional(z.looseObject({ hideTitle: flag })), undefined),
};

const media = z.looseObject({
  id: identifier,
  type: text,
  mediaType: textOrNull,
  name: text,
  url: textOrNull,
  thumbnail: textOrNull,
});

const bundle = z.looseObject({ id: identifier, type: z.enum(bundleTypes) });

export const mediaElement = z.looseObject({
  ...titled,
  type: z.literal('media'),
  data: z.looseObject({ media }),
});

const textElement = z.looseObject({
  ...titled,
  type: z.literal('text'),
  data: z.catch(z.looseObject({ content: text }), { content: '' }),
});

const mediasElement = z.looseObject({
  ...titled,
  type: z.literal('medias'),
  data: z.catch(
    z.looseObject({
      medias: z.catch(z.array(z.unknown()), []),
      bundle: z.catch(z.optional(bundle), undefined),
    }),
    { medias: [], bundle: undefined },
  ),
});

const bundleElement = z.looseObject({
  ...titled,
  type: z.enum(['salestool--content_bundle', 'salestool--miniapp_bundle']),
  data: z.catch(
    z.looseObject({ bundle: z.catch(z.optional(z.looseObject({ id: identifier })), undefined) }),
    { bundle: undefined },
  ),
});

export const knownElement = z.discriminatedUnion('type', [
  textElement,
  mediasElement,
  mediaElement,
  bundleElement,
]);

export const unknownElement = z.looseObject({ id: identifierOrNone, type: text });

/** Version 1: a list of groups (PDATA-01). */
export const group = z.looseObject({
  id: identifierOrNone,
  type: text,
  name: text,
  children: z.catch(z.array(z.unknown()), []),
});

export const groupItem = media;

export const groupBundle = bundle;
