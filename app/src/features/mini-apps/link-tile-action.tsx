import { useServices } from '#services.ts';
import { useLive } from '#ui/use-live.ts';
import { LinkApp } from './link-app.tsx';
import { isMiniApp, readMiniApp } from './mini-app.ts';

/** A link app opens from its tile: it has no page of its own to go to (APP-02, APP-05). */
export function LinkTileAction({ id }: { id: string }) {
  const { bundles } = useServices();
  const bundle = useLive(() => bundles.get(id), [id]);
  if (!bundle || !isMiniApp(bundle)) return null;
  return <LinkApp bundle={bundle} address={readMiniApp(bundle).addresses[0]} variant="light" />;
}
