import { useMatches, useRouter } from '@tanstack/react-router';

/**
 * The 404 page in place of a screen whose item turned out to be nowhere. Throwing `notFound()` while rendering shows
 * the same page, but React reports it as an error of the screen.
 */
export function MissingPage() {
  const { routesById } = useRouter();
  const match = useMatches({ select: (matches) => matches.at(-1) });
  if (!match) return null;
  const NotFound = routesById[match.routeId].options.notFoundComponent;
  return NotFound ? <NotFound isNotFound routeId={match.routeId} /> : null;
}
