import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { readRecord } from '#remote/documents.ts';
import { splitDocument } from '#remote/split-document.ts';
import { stagedTypes } from '#storage/staged-records.ts';

/** Some milliseconds of a thread that nobody waits for yet. */
const times = 40;

/** A resource object with a text in each of its fields. */
function anyResource(type: ResourceTypeName) {
  const { attributes, relationships } = resourceTypeOf(type);
  const target = { data: { type: 'file--file', id: 'any', meta: { drupal_internal__target_id: 1 } } };
  const each = <Value>(names: object, value: Value) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, value]));
  return {
    ...{ type, id: 'any', links: { self: { href: '/any' } } },
    attributes: each(attributes, '2022-05-04T13:05:00+00:00'),
    relationships: each(relationships, target),
  };
}

/**
 * Reads a document of nothing. A browser interprets what has hardly run yet, and of a channel that takes a tenth of a
 * second to be read a third was spent on that: it is done while somebody still looks for the channel.
 */
export function warmUp() {
  const { push, end } = splitDocument((resource) => void readRecord(resource, 0));
  const included = stagedTypes.map(anyResource);
  push('{"data":null,"included":[');
  for (let time = 0; time < times; time++)
    push(`${time === 0 ? '' : ','}${JSON.stringify(included).slice(1, -1)}`);
  push(']}');
  end();
}
