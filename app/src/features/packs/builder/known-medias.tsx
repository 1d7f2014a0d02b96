import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { MediaView } from '#services.ts';
import type { Reasons } from '../use-unsendable.ts';

type Medias = ReadonlyMap<string, MediaView>;

interface Known {
  medias: Medias;
  /** Why some of what the pack names cannot be sent. */
  reasons: Reasons;
}

const KnownContext = createContext<StoreApi<Known> | null>(null);

interface Props extends Known {
  children: ReactNode;
}

/** What is known of a pack's files, for the tiles: another record draws its own tile again, and none of the sections. */
export function KnownMedias({ medias, reasons, children }: Props) {
  const [store] = useState(() => createStore<Known>(() => ({ medias, reasons })));
  useLayoutEffect(() => store.setState({ medias, reasons }), [store, medias, reasons]);
  return <KnownContext value={store}>{children}</KnownContext>;
}

function useKnown<T>(select: (known: Known) => T): T {
  const store = useContext(KnownContext);
  if (!store) throw new Error('No records of medias are known here');
  return useStore(store, select);
}

/** Undefined when it is not on the device. */
export const useKnownMedia = (id: string): MediaView | undefined => useKnown(({ medias }) => medias.get(id));

/** Why a bundle or file cannot be sent; undefined when it can, or there is none. */
export const useReason = (id: string | undefined) =>
  useKnown(({ reasons }) => (id === undefined ? undefined : reasons.get(id)));
