import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { MediaView } from '#services.ts';

type Medias = ReadonlyMap<string, MediaView>;

const KnownContext = createContext<StoreApi<{ medias: Medias }> | null>(null);

interface Props {
  medias: Medias;
  children: ReactNode;
}

/** The records of a pack's files, for the tiles: another record draws its own tile again, and none of the sections. */
export function KnownMedias({ medias, children }: Props) {
  const [store] = useState(() => createStore(() => ({ medias })));
  useLayoutEffect(() => store.setState({ medias }), [store, medias]);
  return <KnownContext value={store}>{children}</KnownContext>;
}

/** Undefined when it is not on the device. */
export function useKnownMedia(id: string): MediaView | undefined {
  const store = useContext(KnownContext);
  if (!store) throw new Error('No records of medias are known here');
  return useStore(store, ({ medias }) => medias.get(id));
}
