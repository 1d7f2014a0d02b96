import {
  createHashHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { newPackId } from './new-pack-id.ts';
import type { RouteCondition, RouteData } from './route-data.ts';
import type { whereToMake } from './where-to-edit.ts';

/** What the guards ask before a page opens. */
export interface RouterContext {
  hasChannel: () => boolean;
  isSignedIn: () => boolean;
  isMet: (condition: RouteCondition) => boolean;
  whereToMake: () => ReturnType<typeof whereToMake>;
}

/** What may stand behind an address. */
interface PageQuery {
  /** A file of the bundle, to be opened at once. */
  file?: string;
  /** A document of the bundle, to be read at once. */
  read?: string;
  /** A message whose words a new one to send begins with. */
  again?: string;
  /** Asks whether everything on this device may go (SET-13). */
  reset?: unknown;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: (query: Record<string, unknown>) => query as PageQuery,
});

const guard =
  ({ onlyWith, needsChannel, needsSignIn }: RouteData) =>
  ({ context }: { context: RouterContext }) => {
    if (onlyWith && !context.isMet(onlyWith)) throw notFound();
    if (needsChannel && !context.hasChannel()) throw redirect({ to: '/', replace: true });
    if (needsSignIn && !context.isSignedIn()) throw redirect({ to: '/access-denied', replace: true });
  };

/** @param more what else is said of the route */
const at = <Path extends string>(
  path: Path,
  staticData: RouteData,
  more: { remountDeps?: () => string } = {},
) =>
  createRoute({ getParentRoute: () => rootRoute, path, staticData, beforeLoad: guard(staticData), ...more });

/** Who is not signed in and has no channel to look at signs in first (HOME-02). Known before any of home is fetched. */
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { name: 'home', title: 'Home', section: 'home' },
  beforeLoad: ({ context }) => {
    if (!context.hasChannel() && !context.isSignedIn())
      throw redirect({ to: '/user/login', search: true, replace: true });
  },
});

const resources = { area: 'resources', needsChannel: true } as const;
const apps = { area: 'apps', needsChannel: true } as const;
const packs = { area: 'packs', needsChannel: true } as const;
const pack = { ...packs, section: 'personalize', item: true } as const;

/** A new pack goes on under another address; the screen tells packs apart itself. */
const oneVisit = { remountDeps: () => 'pack' };

const send: RouteData = { ...pack, name: 'packs__pack__send', title: 'Send' };

/** Sends a pack; with a message that the host refused it opens as that was written, to be corrected. */
const sendRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/packs/$id/send',
  staticData: send,
  beforeLoad: guard(send),
  validateSearch: ({ message }: Record<string, unknown>): { message?: string } =>
    typeof message === 'string' ? { message } : {},
});

/** Every hash address and its name (NAV-12 to NAV-40). The screen of each name stands in shell/screens.tsx. */
export const screenRoutes = [
  homeRoute,
  at('/user/login', { name: 'user__login', title: 'Login', bare: true }),
  at('/user/reset', { name: 'user__reset', title: 'Reset password', onlyWith: 'reset-by-api', bare: true }),
  at('/user/logout', { name: 'user__logout', title: 'Logout', bare: true }),
  at('/user/account', { name: 'user__account', title: 'Your account', needsSignIn: true }),
  at('/user/profile', { name: 'user__profile', title: 'Your profile', needsSignIn: true }),
  at('/content', { ...resources, name: 'content__index', title: 'Resources', section: 'all resources' }),
  at('/content/$id', {
    ...resources,
    name: 'content__bundle',
    title: 'Resource',
    section: 'resources',
    item: true,
  }),
  at('/apps', { ...apps, name: 'apps__index', title: 'Experiences', section: 'all experiences' }),
  at('/apps/$id', { ...apps, name: 'apps__app', title: 'Experience', section: 'experience', item: true }),
  at('/packs', { ...packs, name: 'packs__index', title: 'Packs', section: 'all packs' }),
  at('/packs/$id/view', { ...pack, name: 'packs__pack__view', title: 'View' }),
  at('/packs/$id/details', { ...pack, name: 'packs__pack__details', title: 'Details' }),
  at('/packs/$id/reports', { ...pack, name: 'packs__pack__reports', title: 'Reports' }),
  at('/packs/$id/edit', { ...pack, name: 'packs__pack__edit', title: 'Edit' }, oneVisit),
  at('/packs/$id/editsend', { ...pack, name: 'packs__pack__editsend', title: 'Edit and send' }, oneVisit),
  sendRoute,
  at(
    '/packs/$id/build',
    { ...pack, name: 'packs__pack__build', title: 'Build', onlyWith: 'pack-builder' },
    oneVisit,
  ),
  at(
    '/packs/$id/wizard',
    { ...pack, name: 'packs__pack__wizard', title: 'Wizard', onlyWith: 'pack-wizard' },
    oneVisit,
  ),
  at('/reports', { name: 'reports', area: 'packs', title: 'Reports', needsSignIn: true }),
  at('/settings', { name: 'settings', title: 'Settings' }),
  at('/help', { name: 'help', title: 'Help', onlyWith: 'help-url' }),
  at('/whats-new', { name: 'whats_new', title: "What's new" }),
  at('/access-denied', { name: 'access_denied', title: 'Access denied' }),
  at('/test', { name: 'test', title: 'Test' }),
] as const;

/** Creates the pack '-' (NAV-22). */
const newPackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/packs/new',
  staticData: { ...packs, name: 'packs__new', title: 'Create Pack', section: 'personalize' },
  beforeLoad: ({ context }) => {
    throw redirect({ to: context.whereToMake(), params: { id: newPackId }, replace: true });
  },
});

/** packs/{id} leads to the pack's view (NAV-23). */
const packRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/packs/$id',
  staticData: { ...pack, name: 'packs__pack', title: 'Pack' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/packs/$id/view', params, replace: true });
  },
});

const routeTree = rootRoute.addChildren([...screenRoutes, newPackRoute, packRoute]);

/** One page, one address: a slash at the end, as people type it, leaves no trace. The router would keep it. */
function dropLastSlash(history: RouterHistory) {
  const { pathname, state } = history.location;
  const trimmed = pathname.replace(/\/+$/, '') || '/';
  if (trimmed !== pathname) history.replace(trimmed, state);
}

interface RouterOptions {
  /** Another history than the address bar's hash, for tests. */
  history?: RouterHistory | undefined;
  /** Hears of every page that broke. */
  onBroken?: (error: unknown) => void;
}

export function createAppRouter(
  context: RouterContext,
  { history = createHashHistory(), onBroken = () => {} }: RouterOptions = {},
) {
  dropLastSlash(history);
  history.subscribe(() => dropLastSlash(history));
  return createRouter({
    routeTree,
    history,
    context,
    defaultOnCatch: onBroken,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    scrollRestoration: true,
    // A page of another item is another page: nothing of the first stays in it.
    defaultRemountDeps: ({ params }) => params,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
