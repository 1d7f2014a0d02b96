import type { BundleTypeName } from '@satchel/core/contract/resource-types.ts';
import { mayCreatePacks } from '@satchel/core/pack/pack-permissions.ts';
import type { NavigateOptions } from '@tanstack/react-router';
import type { Area } from '#navigation/route-data.ts';
import { type Services, useServices, useWatched } from '#services.ts';
import { useLive } from '#ui/use-live.ts';
import { menuTexts } from './menu-texts.ts';

export interface AreaLink {
  key: string;
  label: string;
  link: NavigateOptions;
}

interface Changed {
  id: string;
  title?: string | null;
  changed?: number | null;
}

const recentCount = 5;

/** The five most recently changed, newest first (CONST-03). */
export const newestFirst = <T extends Changed>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0)).slice(0, recentCount);

const typesOf: Record<'resources' | 'apps', readonly BundleTypeName[]> = {
  resources: ['salestool--document_bundle', 'salestool--content_bundle'],
  apps: ['salestool--miniapp_bundle'],
};

const itemPath = { resources: '/content/$id', apps: '/apps/$id', packs: '/packs/$id' } as const;
const listPath = { resources: '/content', apps: '/apps', packs: '/packs' } as const;

const itemsOf = (services: Services, area: Area, channelId: string): Promise<Changed[]> =>
  area === 'packs'
    ? services.packs.inChannel(channelId)
    : services.bundles.inChannel(channelId, typesOf[area]);

/** What the header's dropdown and the drawer offer for an area (NAV-51 to NAV-55). */
export function useAreaLinks(area: Area): { recent: AreaLink[]; all: AreaLink[] } {
  const services = useServices();
  const { flags } = services.configuration;
  const { activeChannelId, user } = useWatched(services.session);
  const items = useLive(
    async () =>
      flags.recentFiles && activeChannelId ? newestFirst(await itemsOf(services, area, activeChannelId)) : [],
    [area, activeChannelId, flags.recentFiles, user?.uuid],
  );
  const recent = (items ?? []).map(({ id, title }) => ({
    key: id,
    label: title ?? 'Loading',
    link: { to: itemPath[area], params: { id } },
  }));
  const all: AreaLink[] = [{ key: 'all', label: menuTexts.all[area], link: { to: listPath[area] } }];
  if (area === 'packs' && mayCreatePacks({ flags, userId: user?.uuid ?? null }))
    all.push({ key: 'new', label: menuTexts.createPack, link: { to: '/packs/new' } });
  return { recent, all };
}
