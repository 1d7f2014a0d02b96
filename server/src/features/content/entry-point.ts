import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath } from '@satchel/core/contract/resource-types.ts';
import { jsonApiVersion } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';

/** `/jsonapi`: where everything lies, and who asks. */
export function entryPoint(publicUrl: string, viewer: SignedInViewer) {
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
