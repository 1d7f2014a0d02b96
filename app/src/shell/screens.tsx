import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import type { RouteName } from '#navigation/route-data.ts';
import { rootRoute, screenRoutes } from '#navigation/routes.ts';
import { AppShell } from './app-shell.tsx';
import { withinChunkLimit } from './chunk-limit.ts';
import { ScreenFailure } from './screen-failure.tsx';
import { ScreenPending } from './screen-pending.tsx';

/** The others lead on. */
type ScreenRoute = Exclude<RouteName, 'packs__pack' | 'packs__new'>;

/** A screen is the default export of a module that is fetched when its page is first opened. */
const screen = (load: () => Promise<{ default: ComponentType }>) =>
  lazyRouteComponent(() => withinChunkLimit(load()));

/** A page that shows something of the channel, which is brought up to date meanwhile. */
const ofChannel = (load: Parameters<typeof screen>[0]) =>
  screen(async () => {
    const [page, { besideLoad }] = await Promise.all([
      load(),
      import('#features/resources/channel-load.tsx'),
    ]);
    return besideLoad(page.default);
  });

const NotFound = lazy(() => withinChunkLimit(import('#features/errors/not-found-screen.tsx')));

/** The router renders this one without waiting for its code. */
const NotFoundScreen = () => (
  <Suspense fallback={<ScreenPending />}>
    <NotFound />
  </Suspense>
);

type EditorScreens = typeof import('#features/packs/pack-editor-screen.tsx');

/** The editor's pages differ only in what they lead to. */
const editor = (name: keyof EditorScreens) =>
  ofChannel(async () => ({ default: (await import('#features/packs/pack-editor-screen.tsx'))[name] }));

/** The screen of every named route. */
const screens: Record<ScreenRoute, ReturnType<typeof screen>> = {
  home: ofChannel(() => import('#features/home/home-screen.tsx')),
  user__login: screen(() => import('#features/sign-in/sign-in-screen.tsx')),
  user__reset: screen(() => import('#features/sign-in/reset-screen.tsx')),
  user__logout: screen(() => import('#features/sign-in/sign-out-screen.tsx')),
  user__account: screen(() => import('#features/account/account-screen.tsx')),
  user__profile: screen(() => import('#features/profile/profile-screen.tsx')),
  content__index: ofChannel(() => import('#features/resources/resource-list-screen.tsx')),
  content__bundle: ofChannel(() => import('#features/resources/bundle-screen.tsx')),
  apps__index: ofChannel(() => import('#features/mini-apps/experience-list-screen.tsx')),
  apps__app: ofChannel(() => import('#features/mini-apps/mini-app-screen.tsx')),
  packs__index: ofChannel(() => import('#features/packs/pack-list-screen.tsx')),
  packs__pack__view: ofChannel(() => import('#features/packs/pack-view-screen.tsx')),
  packs__pack__details: ofChannel(() => import('#features/packs/pack-details-screen.tsx')),
  packs__pack__edit: editor('EditScreen'),
  packs__pack__editsend: editor('EditAndSendScreen'),
  packs__pack__send: ofChannel(() => import('#features/packs/send-screen.tsx')),
  packs__pack__build: ofChannel(() => import('#features/packs/pack-builder-screen.tsx')),
  packs__pack__wizard: editor('WizardScreen'),
  packs__pack__reports: ofChannel(() => import('#features/packs/pack-reports-screen.tsx')),
  reports: screen(() => import('#features/packs/reports-screen.tsx')),
  settings: screen(() => import('#features/settings/settings-screen.tsx')),
  help: screen(() => import('#features/help/help-screen.tsx')),
  whats_new: screen(() => import('#features/whats-new/whats-new-screen.tsx')),
  access_denied: screen(() => import('#features/errors/access-denied-screen.tsx')),
  test: screen(() => import('#features/errors/test-screen.tsx')),
};

/** Puts the screens on the routes; called once before the router starts. */
export function attachScreens() {
  rootRoute.update({
    component: AppShell,
    notFoundComponent: NotFoundScreen,
    errorComponent: ScreenFailure,
  });
  for (const route of screenRoutes) {
    const { name } = route.options.staticData as { name: ScreenRoute };
    route.update({
      component: screens[name],
      pendingComponent: ScreenPending,
      // Its code is here from then on, and a page waits for nothing else. What stands in while a slow device is busy would
      // take the focus, and the place in a text, from what is on the page.
      onEnter: () => route.update({ pendingMs: Number.POSITIVE_INFINITY }),
      errorComponent: ScreenFailure,
      notFoundComponent: NotFoundScreen,
    });
  }
}
