import type { Area, RouteData } from './route-data.ts';

export interface Crumb {
  label: string;
  /** Absent on the last one, which is the page itself. */
  to?: '/' | '/content' | '/apps' | '/packs' | '/packs/$id/view';
}

const areas: Record<Area, { label: string; to: '/content' | '/apps' | '/packs' }> = {
  resources: { label: 'Resources', to: '/content' },
  apps: { label: 'Experiences', to: '/apps' },
  packs: { label: 'Packs', to: '/packs' },
};

/** The root of every trail: the active channel's title, or 'Home' (NAV-41). */
export const rootLabel = (channelTitle: string | null) => channelTitle ?? 'Home';

interface Names {
  channelTitle: string | null;
  itemTitle: string | null;
  /** The item was never saved: it has no other page yet. */
  isNew?: boolean;
}

/** Channel, section, item and what is done with it (NAV-43); empty on a page without breadcrumbs. */
export function crumbsOf(
  route: Partial<RouteData>,
  { channelTitle, itemTitle, isNew = false }: Names,
): Crumb[] {
  if (!route.area) return [];
  const root: Crumb = { label: rootLabel(channelTitle), to: '/' };
  const area = areas[route.area];
  if (!route.item) {
    const isAreaItself = route.section?.startsWith('all ');
    return isAreaItself ? [root, { label: area.label }] : [root, area, { label: route.title ?? '' }];
  }
  const item = itemTitle ?? '…';
  if (route.area !== 'packs' || isNew || route.name === 'packs__pack__view')
    return [root, area, { label: item }];
  return [root, area, { label: item, to: '/packs/$id/view' }, { label: route.title ?? '' }];
}

/** The window's title follows the breadcrumbs, the page first. */
export function windowTitle(route: Partial<RouteData>, names: Names, product = 'Satchel'): string {
  const crumbs = crumbsOf(route, names).map(({ label }) => label);
  const trail =
    crumbs.length > 0
      ? crumbs
      : [route.name === 'home' ? rootLabel(names.channelTitle) : (route.title ?? names.itemTitle)];
  return [...trail.reverse(), product].filter((part) => part && part !== '…').join(' · ');
}
