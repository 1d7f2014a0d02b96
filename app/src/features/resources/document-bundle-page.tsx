import { Loader } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { eventTypes } from '@satchel/core/contract/events.ts';
import { htmlToText } from '@satchel/core/html/plain-text.ts';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useNote } from '#collections/use-note.ts';
import { type LoadOutcome, type MediaView, useServices, useWatched } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { BundleFailure } from './bundle-failure.tsx';
import { BundleHeader } from './bundle-header.tsx';
import classes from './document-bundle-page.module.css';
import { openingOf } from './file-address.ts';
import { FileGrid } from './file-grid.tsx';
import { FilePager } from './file-pager.tsx';
import { FileTableView } from './file-table-view.tsx';
import { FileToolbar } from './file-toolbar.tsx';
import { texts } from './texts.ts';
import { useFileTable, useViewPreferences } from './use-file-table.tsx';

const FileViewer = lazy(() => import('./file-viewer.tsx'));
const DocumentReader = lazy(() => import('./reader/document-reader.tsx'));

/** The search waits until somebody has stopped typing for this long (DOC-05). */
const searchPauseMs = 300;

interface Props {
  bundle: BundleRecord;
  /** The load that began with the page has ended. */
  isLoaded: boolean;
  /** Why its files never came. */
  missing: LoadOutcome | null;
}

/** The files of one bundle as a table or as a grid (DOC-01, DOC-03). */
export default function DocumentBundlePage({ bundle, isLoaded, missing }: Props) {
  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false });
  const [view, changeView] = useViewPreferences(bundle.id);
  const [search, setSearch] = useState('');
  const [typedSearch] = useDebouncedValue(search, searchPauseMs);
  // Small screens have no search box (DOC-04), so nothing stays hidden there by one typed before.
  const appliedSearch = isPhone ? '' : typedSearch;
  const { file: shown, read } = useSearch({ strict: false });
  const asked = [shown, read].filter((id) => id !== undefined);
  const { inSight, order, table, toFirstPage } = useFileTable(
    bundle.id,
    appliedSearch,
    asked,
    view,
    changeView,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const navigate = useNavigate();
  const byId = (id: string | undefined) => inSight?.named.find((file) => file.id === id);
  const file = byId(shown);
  const named = file && openingOf(file).how === 'viewer' ? file.id : null;
  const viewed = named ?? chosen;
  // What the address names is shown whatever the search of the page finds, and then among all files.
  const viewedOrder = named === null ? order : { ...order, search: '' };
  const closeViewer = () => {
    setChosen(null);
    if (shown !== undefined) void navigate({ to: '.', search: {}, replace: true });
  };
  const logOpened = useOpenedLog();
  const reader = useReader(byId(read), logOpened);
  const isKept = useIsKept(bundle.id);
  const all = inSight?.all ?? 0;
  useListedLog(bundle, inSight !== undefined && ((isLoaded && !missing) || all > 0));

  const isWaiting = inSight === undefined || (all === 0 && !isLoaded);
  const display = view.display ?? (isPhone ? 'grid' : 'table');
  // The toggle answers at once, rows and cards as soon as they are drawn.
  const drawn = useDeferredValue(display);
  // Rows that stay are not drawn anew with every key in the search.
  const open = useCallback(
    (file: MediaView, how: 'viewer' | 'address') => {
      logOpened(file);
      if (how === 'viewer') setChosen(file.id);
    },
    [logOpened],
  );
  if (missing && inSight && all === 0)
    return <BundleFailure outcome={missing} title={bundle.title} to="/content" />;
  return (
    <>
      <BundleHeader
        bundle={bundle}
        fileCount={all}
        words={bundle.body?.summary || htmlToText(bundle.body?.processed ?? bundle.body?.value ?? '')}
      />
      {isWaiting ? (
        <div role="status" aria-label={texts.loading} className={classes.spinner}>
          <Loader aria-hidden />
        </div>
      ) : all === 0 ? (
        <EmptyState text={texts.noFiles} />
      ) : (
        <>
          <FileToolbar
            view={view}
            display={display}
            isPhone={isPhone}
            search={search}
            onSearch={(value) => {
              setSearch(value);
              toFirstPage();
            }}
            onChange={(changes) => {
              changeView(changes);
              // As by a column's head: whoever sorts means to see what comes first.
              if (changes.sort) toFirstPage();
            }}
          />
          <Spoken role="status">{appliedSearch && texts.matches(inSight.matching)}</Spoken>
          {inSight.matching === 0 ? (
            <EmptyState text={texts.noMatch(appliedSearch)} />
          ) : (
            <>
              {drawn === 'table' ? (
                <FileTableView
                  table={table}
                  onOpen={open}
                  onRead={reader.read}
                  label={bundle.title ?? texts.loading}
                />
              ) : (
                <FileGrid table={table} columns={view.columns} onOpen={open} onRead={reader.read} />
              )}
              <FilePager table={table} total={inSight.matching} isAttached={drawn === 'table'} />
            </>
          )}
        </>
      )}
      {viewed && (
        <Suspense>
          <FileViewer
            key={viewed}
            bundleId={bundle.id}
            order={viewedOrder}
            firstId={viewed}
            onClose={closeViewer}
          />
        </Suspense>
      )}
      {reader.file && (
        <Suspense>
          <DocumentReader
            file={reader.file}
            bundleTitle={bundle.title ?? ''}
            isKept={isKept}
            onClose={reader.close}
          />
        </Suspense>
      )}
    </>
  );
}

/** The document that the address names. Back closes it, and so does the back of the device. */
function useReader(asked: MediaView | undefined, logOpened: (file: MediaView) => void) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const cameFromHere = useRef(false);
  const read = useCallback(
    (file: MediaView) => {
      logOpened(file);
      cameFromHere.current = true;
      void navigate({ to: '.', search: { read: file.id } });
    },
    [logOpened, navigate],
  );
  return {
    file: asked?.type === 'media--document' ? asked : undefined,
    read,
    close() {
      if (cameFromHere.current) history.back();
      else void navigate({ to: '.', search: {}, replace: true });
      cameFromHere.current = false;
    },
  };
}

function useIsKept(bundleId: string): boolean {
  const { offlineFiles } = useServices();
  const watched = useMemo(
    () => offlineFiles.watch({ kind: 'bundle', id: bundleId }),
    [offlineFiles, bundleId],
  );
  return useWatched(watched).state === 'on';
}

/** Opening a file is an event (DOC-17). */
function useOpenedLog() {
  const note = useNote();
  const { session } = useServices();
  const { activeChannelId } = useWatched(session);
  return useCallback(
    (file: MediaView) =>
      note({
        eventTypeId: eventTypes.RESOURCE_VIEW,
        description: `Resource view: ${file.name}`,
        channelId: activeChannelId,
        mediaId: file.id,
      }),
    [note, activeChannelId],
  );
}

/** Showing the files is one event a visit (DOC-18, DOC-19). */
function useListedLog({ title }: BundleRecord, isShown: boolean) {
  const note = useNote();
  const { session } = useServices();
  const { activeChannelId } = useWatched(session);
  const isLogged = useRef(false);
  useEffect(() => {
    if (!isShown || isLogged.current) return;
    isLogged.current = true;
    note({
      eventTypeId: eventTypes.RESOURCE_LIST,
      description: `Resource list: ${title ?? ''}`,
      channelId: activeChannelId,
    });
  }, [isShown, note, title, activeChannelId]);
}
