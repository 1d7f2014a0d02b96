import type { AttributesOf, ResourceIdentifier, ResourceTypeName } from './resource-types.ts';

/** JSON:API documents as the two sides exchange them. */
export interface ResourceObject<Name extends ResourceTypeName = ResourceTypeName> {
  type: Name;
  id: string;
  attributes?: Partial<AttributesOf<Name>>;
  relationships?: Record<string, { data: ResourceIdentifier | ResourceIdentifier[] | null }>;
  links?: Record<string, { href: string }>;
}

export interface JsonApiError {
  title?: string;
  status?: string;
  detail?: string;
  code?: string;
  source?: { pointer?: string; parameter?: string };
  links?: { about?: { href: string }; type?: { href: string } };
}

export const jsonApiMediaType = 'application/vnd.api+json';
