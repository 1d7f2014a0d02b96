/** What TypeScript's library does not know yet. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: Condition; source: 'network' }): Promise<void>;
}

type Condition = { requestMethod: string } | { urlPattern: string } | { or: Condition[] };

const writes = ['POST', 'PATCH', 'DELETE'];
const reads = ['/jsonapi/*', '/config.json', '/oauth/*', '/openapi/*'];

/**
 * Calls of the host go straight to the network: nobody here ever answers them, and to ask this worker first costs each
 * of a thousand waiting messages its turn on a thread. Nor do they start one anew that has just ended to make room for the
 * next version. Where a browser has no such routes, or refuses these, they come by as before.
 */
export function letCallsPassBy(scope: ServiceWorkerGlobalScope) {
  scope.addEventListener('install', (event: RoutedInstallEvent) => {
    const calls = [
      ...writes.map((requestMethod) => ({ requestMethod })),
      ...reads.map((urlPattern) => ({ urlPattern })),
    ];
    const added = event.addRoutes?.({ condition: { or: calls }, source: 'network' });
    if (added) event.waitUntil(added.catch(() => {}));
  });
}
