import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath } from '@satchel/core/contract/resource-types.ts';
import { jsonApiVersion } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import { parseQuery } from './parse-query.ts';

/** Throws 400 for a query that no content call takes. */
export const checkEntryQuery = (search: URLSearchParams) => void parseQuery(search);

/** `/jsonapi`: where everything lies, and who asks. */
export function entryPoint(publicUrl: string, viewer: Pick<SignedInViewer, 'accountId'>) {
  const at = (path: string) => ({ href: `${publicUrl}/jsonapi${path}` });
  return {
    jsonapi: jsonApiVersion,
    data: [],
    meta: { links: { me: { meta: { id: viewer.accountId }, ...at(`/user/user/${viewer.accountId}`) } } },
    links: {
      self: at(''),
      ...Object.fromEntries(resourceTypeNames.map((type) => [type, at(`/${collectionPath(type)}`)])),
    },
  };
}
