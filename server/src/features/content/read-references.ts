import { isObject } from '@satchel/core/contract/is-object.ts';
import {
  isResourceTypeName,
  type ResourceTypeName,
  type resourceTypeOf,
} from '@satchel/core/contract/resource-types.ts';
import { HttpError } from '#http/errors.ts';

export interface Reference {
  type: ResourceTypeName;
  id: string;
  /** Which of several copies of one target is meant, from 0; undefined when the caller did not say. */
  arity?: number;
  /** What a picture shows, in words. */
  alt?: string;
}

type Relationship = ReturnType<typeof resourceTypeOf>['relationships'][string];

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

// As many files as a pack's ten megabytes can name: by its id and kind one takes 68 characters at least. More is meant to harm.
export const mostTargets = 150_000;
export const tooManyTargets = `This field cannot hold more than ${mostTargets} values.`;

const longestAlt = 512;

/**
 * The identifiers in a relationship's `data`; throws 400 when they have not the form of any. Whether the relationship
 * takes their types is told by `isTaken`.
 */
export function readReferences(field: string, data: unknown, pointer: string): Reference[] {
  const identifiers = Array.isArray(data) ? data : data === null ? [] : [data];
  if (!identifiers.every(isIdentifier)) {
    throw new HttpError(400, `The relationship ${field} needs "data" with a "type" and an "id".`, {
      pointer,
    });
  }
  return identifiers.map(({ type, id, meta }) => {
    const { arity, alt } = isObject(meta) ? meta : {};
    return {
      type: type as ResourceTypeName,
      id: idOf(id),
      ...(isCount(arity) && { arity }),
      ...(typeof alt === 'string' && { alt: alt.replaceAll('\0', '').slice(0, longestAlt).toWellFormed() }),
    };
  });
}

export const isTaken = ({ targets }: Relationship, { type }: Reference) =>
  isResourceTypeName(type) && targets.includes(type);

const isIdentifier = (value: unknown): value is { type: string; id: string; meta?: unknown } =>
  isObject(value) && typeof value.type === 'string' && typeof value.id === 'string' && value.id !== '';

/** What is no id of ours, such as the `missing` of answers, is one of nothing that is there. */
function idOf(id: string) {
  const lower = id.toLowerCase();
  return uuidPattern.test(lower) ? lower : lower.replace(/[^a-z0-9-]/g, '').slice(0, 36) || 'missing';
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < mostTargets;
