import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react';
import { createStore, useStore } from 'zustand';

/** How a reload ended: the failure in the words of the catalogue, and when to ask again where it is left alone for so long. */
export type ReloadOutcome = ({ ok: true } | { ok: false; failure: string }) & { againInMs?: number };

/** Without force the host is asked only for what is missing, old, or was not brought by the last forced one. */
type Reload = (how: { force: boolean }) => Promise<ReloadOutcome>;

/** What a page shows of the host's content, so that the header can say how old it is and fetch it again. */
export interface ContentInView {
  /** When it was last taken from the host, ms. */
  pulled: number | null;
  reload: Reload;
}

interface PageState {
  /** Title of the bundle, app or pack on the page; null until it is known. */
  itemTitle: string | null;
  content: ContentInView | null;
  /** The active channel: in view on pages that show nothing narrower. */
  channel: ContentInView | null;
  /** The refresh asked for on this page; another page never sees it (NAV-09, NAV-10). */
  refresh: symbol | null;
  /** What the last refresh of this page met in place of what it asked for; null once that is no longer due. */
  missed: ReloadOutcome | null;
  /** The file that was opened last where it stands on this page, which is looked at like a page of its own (PVIEW-08). */
  opened: symbol | null;
  /** The next title that appears takes the focus: a navigation brought it. */
  focusTitle: boolean;
}

const emptyPage: PageState = {
  itemTitle: null,
  content: null,
  channel: null,
  refresh: null,
  missed: null,
  opened: null,
  focusTitle: false,
};

const createPageStore = () => createStore<PageState>(() => emptyPage);
type PageStore = ReturnType<typeof createPageStore>;

const PageStoreContext = createContext<PageStore | null>(null);

export function PageStateProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createPageStore);
  return <PageStoreContext value={store}>{children}</PageStoreContext>;
}

export function usePageStore(): PageStore {
  const store = useContext(PageStoreContext);
  if (!store) throw new Error('PageStateProvider is missing around this screen');
  return store;
}

export const usePageState = <T,>(select: (state: PageState) => T): T => useStore(usePageStore(), select);

/** Names the item of this page in the breadcrumbs and in the page title. */
export function useItemTitle(title: string | null | undefined) {
  const store = usePageStore();
  useEffect(() => {
    store.setState({ itemTitle: title ?? null });
    return () => store.setState({ itemTitle: null });
  }, [store, title]);
}

/** What the header's chip dates and the refresh control fetches again: the page's own content, else the channel. */
export const inView = ({ content, channel }: PageState) => content ?? channel;

/** Tells the header about the active channel. */
export function useChannelInView(channel: ContentInView | null) {
  const store = usePageStore();
  useLayoutEffect(() => store.setState({ channel }));
}

/** Tells the header what this page shows: a new object every time. @param content null where it shows nothing of its own */
export function useContentInView(content: ContentInView | null) {
  const store = usePageStore();
  useLayoutEffect(() => {
    store.setState({ content });
    return () => store.setState((state) => (state.content === content ? { content: null } : state));
  });
}

interface Notices {
  show(notice: { tone: 'problem'; text: string; passes: true }): void;
}

/** Runs the reload of the page in view; ends with it, or when the page is left, which hears of no failure. */
export async function refreshPage(store: PageStore, notices: Notices) {
  const { refresh } = store.getState();
  const content = inView(store.getState());
  if (!content || refresh) return;
  const mine = Symbol('refresh');
  store.setState({ refresh: mine });
  const outcome = await content.reload({ force: true });
  if (store.getState().refresh !== mine) return;
  store.setState({ refresh: null, missed: outcome.ok ? null : outcome });
  if (!outcome.ok) {
    notices.show({ tone: 'problem', text: `Not refreshed: ${outcome.failure}`, passes: true });
  }
}

/** Every navigation clears the refresh state (NAV-09) and moves the focus to the next title. */
export const leavePage = (store: PageStore) =>
  store.setState({ refresh: null, missed: null, focusTitle: true });
