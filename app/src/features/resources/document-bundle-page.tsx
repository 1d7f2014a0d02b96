import { Loader } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { eventTypes } from '@satchel/core/contract/events.ts';
import { htmlToText } from '@satchel/core/html/plain-text.ts';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type MediaView, useServices, useWatched } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spoken } from '#ui/spoken.tsx';
import { useLive } from '#ui/use-live.ts';
import { BundleHeader } from './bundle-header.tsx';
import classes from './document-bundle-page.module.css';
import { openingOf } from './file-address.ts';
import { FileGrid } from './file-grid.tsx';
import { FilePager } from './file-pager.tsx';
import { filesMatching } from './file-search.ts';
import { FileTableView } from './file-table-view.tsx';
import { FileToolbar } from './file-toolbar.tsx';
import { texts } from './texts.ts';
import { useFileTable, useViewPreferences } from './use-file-table.tsx';

const FileViewer = lazy(() => import('./file-viewer.tsx'));
const DocumentReader = lazy(() => import('./reader/document-reader.tsx'));

/** The search waits until somebody has stopped typing for this long (DOC-05). */
const searchPauseMs = 300;
const noFiles: MediaView[] = [];

interface Props {
  bundle: BundleRecord;
  /** The load that began with the page has ended. */
  isLoaded: boolean;
}

/** The files of one bundle as a table or as a grid (DOC-01, DOC-03). */
export default function DocumentBundlePage({ bundle, isLoaded }: Props) {
  const { bundles } = useServices();
  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false });
  const files = useLive(() => bundles.medias(bundle.id), [bundle.id]);
  const [view, changeView] = useViewPreferences(bundle.id);
  const [search, setSearch] = useState('');
  const [appliedSearch] = useDebouncedValue(search, searchPauseMs);
  // Small screens have no search box (DOC-04), so nothing stays hidden there by one typed before.
  const matching = filesMatching(files ?? noFiles, isPhone ? '' : appliedSearch);
  const { table, toFirstPage } = useFileTable(matching, view, changeView);
  const [chosen, setChosen] = useState<string | null>(null);
  const navigate = useNavigate();
  const { file: asked } = useSearch({ strict: false });
  const viewed = chosen ?? files?.find((file) => file.id === asked && openingOf(file).how === 'viewer')?.id;
  const closeViewer = () => {
    setChosen(null);
    if (asked !== undefined) void navigate({ to: '.', search: {}, replace: true });
  };
  const logOpened = useOpenedLog();
  const reader = useReader(files ?? noFiles, logOpened);
  const isKept = useIsKept(bundle.id);
  useListedLog(bundle, files !== undefined && (isLoaded || files.length > 0));

  const isWaiting = files === undefined || (files.length === 0 && !isLoaded);
  const display = view.display ?? (isPhone ? 'grid' : 'table');
  const open = (file: MediaView, how: 'viewer' | 'address') => {
    logOpened(file);
    if (how === 'viewer') setChosen(file.id);
  };
  return (
    <>
      <BundleHeader
        bundle={bundle}
        fileCount={files?.length ?? 0}
        summary={bundle.body?.summary || htmlToText(bundle.body?.processed ?? '')}
      />
      {isWaiting ? (
        <div role="status" aria-label={texts.loading} className={classes.spinner}>
          <Loader aria-hidden />
        </div>
      ) : files.length === 0 ? (
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
            onChange={changeView}
          />
          <Spoken role="status">{appliedSearch && texts.matches(matching.length)}</Spoken>
          {matching.length === 0 ? (
            <EmptyState text={texts.noMatch(appliedSearch)} />
          ) : (
            <>
              {display === 'table' ? (
                <FileTableView
                  table={table}
                  onOpen={open}
                  onRead={reader.read}
                  label={bundle.title ?? texts.loading}
                />
              ) : (
                <FileGrid table={table} columns={view.columns} onOpen={open} onRead={reader.read} />
              )}
              <FilePager table={table} total={matching.length} isAttached={display === 'table'} />
            </>
          )}
        </>
      )}
      {viewed && (
        <Suspense>
          <FileViewer
            files={table.getSortedRowModel().rows.map(({ original }) => original)}
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
function useReader(files: readonly MediaView[], logOpened: (file: MediaView) => void) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const { read: asked } = useSearch({ strict: false });
  const cameFromHere = useRef(false);
  return {
    file: files.find(({ id, type }) => id === asked && type === 'media--document'),
    read(file: MediaView) {
      logOpened(file);
      cameFromHere.current = true;
      void navigate({ to: '.', search: { read: file.id } });
    },
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
  const { events, session } = useServices();
  const { activeChannelId } = useWatched(session);
  return (file: MediaView) =>
    void events.log({
      eventTypeId: eventTypes.RESOURCE_VIEW,
      description: `Resource view: ${file.name}`,
      channelId: activeChannelId,
      mediaId: file.id,
    });
}

/** Showing the files is one event a visit (DOC-18, DOC-19). */
function useListedLog({ title }: BundleRecord, isShown: boolean) {
  const { events, session } = useServices();
  const { activeChannelId } = useWatched(session);
  const isLogged = useRef(false);
  useEffect(() => {
    if (!isShown || isLogged.current) return;
    isLogged.current = true;
    void events.log({
      eventTypeId: eventTypes.RESOURCE_LIST,
      description: `Resource list: ${title ?? ''}`,
      channelId: activeChannelId,
    });
  }, [isShown, events, title, activeChannelId]);
}
