import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { HttpError } from '#http/errors.ts';
import type { IncludeTree } from './content-query.ts';

/**
 * Throws 400 for an include that leads nowhere. A path through a relationship with several kinds of targets is valid
 * when one of them has it.
 * @param way the names that lead here
 */
export function checkInclude(
  types: readonly ResourceTypeName[],
  tree: IncludeTree,
  way: readonly string[] = [],
): void {
  for (const [name, branch] of Object.entries(tree)) {
    const possible = new Map(types.flatMap((type) => Object.entries(resourceTypeOf(type).relationships)));
    const targets =
      name === '*' ? [...possible.values()].flatMap((each) => each.targets) : possible.get(name)?.targets;
    const path = [...way, name];
    if (!targets) {
      const whole = way.length > 0 ? `\`${path.join('.')}\` is not a valid include path. ` : '';
      throw new HttpError(
        400,
        `${whole}\`${name}\` is not a valid relationship field name. Possible values: ${[...possible.keys()].join(', ') || 'none'}.`,
        { parameter: 'include' },
      );
    }
    checkInclude([...new Set(targets)], branch, path);
  }
}
