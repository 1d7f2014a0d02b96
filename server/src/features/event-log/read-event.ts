import { type EventTypeId, eventTypes } from '@satchel/core/contract/events.ts';
import * as z from 'zod';
import { unkeepable } from '#http/plain-characters.ts';
import type { LogEvent } from './event-store.ts';

const uuid = z.uuid().transform((id) => id.toLowerCase());
const reference = z.nullish(uuid);
const keepableText = z
  .string()
  .max(10_000)
  .superRefine((text, context) => {
    const reason = unkeepable(text);
    if (reason !== null) context.addIssue(reason);
  });
const knownTypes: readonly number[] = Object.values(eventTypes);

const time = z.union([
  z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  z
    .union([z.number(), z.string().regex(/^\d{1,11}$/)])
    .transform(Number)
    .pipe(z.number().int().min(0).max(99_999_999_999))
    .transform((seconds) => seconds * 1000),
]);

const item = z.object({
  type: z.literal('salestool--log'),
  id: uuid,
  attributes: z.object({
    event_type_id: z.number().refine((id): id is EventTypeId => knownTypes.includes(id), 'is no known event'),
    description: z.nullish(keepableText),
    date: time,
    channel_id: reference,
    media_id: reference,
    pack_id: reference,
    message_id: reference,
  }),
});

type Read = { ok: true; event: LogEvent } | { ok: false; id: string | null; message: string };

/** Reads one item of the log's `data` (API-49). What it cannot be is answered in words, never thrown. */
export function readEvent(value: unknown): Read {
  const { data, error } = item.safeParse(value);
  if (error) {
    const [issue] = error.issues;
    const id = uuid.safeParse((value as { id?: unknown } | null)?.id);
    const place = issue?.path.join('.') || 'data';
    return { ok: false, id: id.data ?? null, message: `${place}: ${issue?.message ?? 'cannot be read'}` };
  }
  const { attributes } = data;
  return {
    ok: true,
    event: {
      id: data.id,
      eventTypeId: attributes.event_type_id,
      description: attributes.description ?? null,
      date: attributes.date,
      channelId: attributes.channel_id ?? null,
      mediaId: attributes.media_id ?? null,
      packId: attributes.pack_id ?? null,
      messageId: attributes.message_id ?? null,
    },
  };
}
