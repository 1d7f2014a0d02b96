/** Section names used for tours and analytics (TOUR-04, TOUR-05). */
export type SectionName =
  | 'home'
  | 'resources'
  | 'all resources'
  | 'experience'
  | 'all experiences'
  | 'personalize'
  | 'all packs';

/** The area of the header a page belongs to. */
export type Area = 'resources' | 'apps' | 'packs';

/** What a route may depend on in the host's configuration (NAV-14, NAV-29, NAV-30, NAV-34). */
export type RouteCondition = 'reset-by-api' | 'pack-builder' | 'pack-wizard' | 'help-url';

export type RouteName =
  | 'home'
  | 'user__login'
  | 'user__reset'
  | 'user__logout'
  | 'user__account'
  | 'user__profile'
  | 'content__index'
  | 'content__bundle'
  | 'apps__index'
  | 'apps__app'
  | 'packs__index'
  | 'packs__new'
  | 'packs__pack'
  | 'packs__pack__view'
  | 'packs__pack__details'
  | 'packs__pack__edit'
  | 'packs__pack__editsend'
  | 'packs__pack__send'
  | 'packs__pack__reports'
  | 'packs__pack__build'
  | 'packs__pack__wizard'
  | 'reports'
  | 'settings'
  | 'help'
  | 'whats_new'
  | 'access_denied'
  | 'test';

/** What is known of a page before its code is there. */
export interface RouteData {
  name: RouteName;
  /** Words for the page title; the last breadcrumb too, unless an item gives its own title. */
  title: string;
  section?: SectionName;
  /** Also says that the page carries breadcrumbs (NAV-43). */
  area?: Area;
  /** The page shows one bundle, app or pack, whose title stands in the breadcrumbs. */
  item?: true;
  /** Without an active channel the page leads home (NAV-07, NAV-08). */
  needsChannel?: true;
  /** Anonymous visitors go to /access-denied (ERR-02). */
  needsSignIn?: true;
  /** The page exists only while the condition holds, else it is a 404 (NAV-35). */
  onlyWith?: RouteCondition;
  /** The page fills the window without header and footer. */
  bare?: true;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<RouteData> {}
}
