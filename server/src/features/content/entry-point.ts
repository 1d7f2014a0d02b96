import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath } from '@satchel/core/contract/resource-types.ts';
import { jsonApiVersion } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import { parseQuery } from './parse-query.ts';

/** `/jsonapi`: where everything lies, and who asks. Throws 400 for a query that no content call takes. */
export function entryPoint(publicUrl: string, viewer: SignedInViewer, search: URLSearchParams) {
  parseQuery(search);
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
