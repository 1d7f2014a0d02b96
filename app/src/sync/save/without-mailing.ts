import type { ResourceObject } from '@satchel/core/contract/json-api.ts';

/** A message as it is said to a host that is not to mail it for that. */
export function withoutMailing({ attributes = {}, ...resource }: ResourceObject): ResourceObject {
  const { sent: _sent, date_sent: _date, ...others } = attributes as Record<string, unknown>;
  return { ...resource, attributes: others } as ResourceObject;
}
