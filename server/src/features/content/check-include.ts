import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { HttpError } from '#http/errors.ts';
import type { IncludeTree } from './content-query.ts';

/**
 * Throws 400 for an include that leads nowhere. A path through a relationship with several kinds of targets is valid
 * when one of them has it.
 */
export function checkInclude(types: readonly ResourceTypeName[], tree: IncludeTree): void {
  for (const [name, branch] of Object.entries(tree)) {
    const possible = new Map(types.flatMap((type) => Object.entries(resourceTypeOf(type).relationships)));
    const targets =
      name === '*' ? [...possible.values()].flatMap((each) => each.targets) : possible.get(name)?.targets;
    if (!targets) {
      throw new HttpError(
        400,
        `\`${name}\` is not a valid relationship field name. Possible values: ${[...possible.keys()].join(', ') || 'none'}.`,
        { parameter: 'include' },
      );
    }
    checkInclude([...new Set(targets)], branch);
  }
}
