import * as z from 'zod/mini';
import { bundleTypes } from '#contract/resource-type-names.ts';

/**
 * The shapes of stored pack data. They forgive what a section lacks. Where its contents stand in another form, it is not understood:
 * read as an empty one it would lose them with the next save.
 */

const number = z.pipe(z.number(), z.transform(String));
const text = z.catch(z.union([z.string(), number]), '');
const textOrNull = z.catch(z.nullable(z.string()), null);
const identifier = z.union([z.string().check(z.minLength(1)), number]);
const identifierOrNone = z.catch(identifier, '');

/** Nothing is said by leaving it out or by null. */
const or = <Schema extends z.ZodMiniType>(schema: Schema, nothing: () => z.output<Schema>) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value): z.output<Schema> => value ?? nothing()),
  );

// A list with gaps becomes such an object in PHP.
const listByIndex = z.pipe(
  z.record(z.string().check(z.regex(/^\d+$/)), z.unknown()),
  z.transform(Object.values),
);
const list = or(z.union([z.array(z.unknown()), listByIndex]), () => []);

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

/** Of a section of its own the bundle may be told by the section's id. */
const ownBundle = z.looseObject({ id: identifierOrNone });

const mediaElement = z.looseObject({
  ...titled,
  type: z.literal('media'),
  data: z.looseObject({ media }),
});

/** In a documents section, where a file need not say that it is one. */
export const mediaChild = z.extend(mediaElement, { type: z._default(z.literal('media'), 'media') });

const textElement = z.looseObject({
  ...titled,
  type: z.literal('text'),
  data: or(z.looseObject({ content: or(z.string(), () => '') }), () => ({ content: '' })),
});

const mediasElement = z.looseObject({
  ...titled,
  type: z.literal('medias'),
  data: or(z.looseObject({ medias: list, bundle: z.catch(z.optional(bundle), undefined) }), () => ({
    medias: [],
  })),
});

const bundleElement = z.looseObject({
  ...titled,
  type: z.enum(['salestool--content_bundle', 'salestool--miniapp_bundle']),
  data: or(z.looseObject({ bundle: or(ownBundle, () => ({ id: '' })) }), () => ({ bundle: { id: '' } })),
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
  children: list,
});

export const groupItem = media;

export const groupBundle = bundle;
