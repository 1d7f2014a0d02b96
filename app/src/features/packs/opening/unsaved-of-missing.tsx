import { Button } from '@mantine/core';
import { mayCreatePacks } from '@satchel/core/pack/pack-permissions.ts';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useItemTitle } from '#navigation/page-state.tsx';
import { PageHeading } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { FullPage } from '#ui/full-page.tsx';
import { isWhole, type KeptDraft } from '../builder/state/pack-draft.ts';
import { usePackDraft } from '../drafts/use-pack-draft.ts';
import { texts } from '../texts.ts';
import { PackFailure } from './pack-failure.tsx';
import { PackPageSkeleton } from './pack-page-skeleton.tsx';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx'));

interface Props {
  /** Of the pack. */
  id: string;
  /** Why nobody knows whether there is one; null when it is nowhere. */
  failure: string | null;
  /** Told of what stands in for the pack, under the draft, until a save brings it back. */
  onGoOn: (standIn: PackRecord) => void;
}

/** Stands where a pack would of which only what its owner changed last time and did not save is left on this device. */
export function UnsavedOfMissing({ id, failure, onGoOn }: Props) {
  const { packs, configuration, session } = useServices();
  const userId = useWatched(session).user?.uuid ?? null;
  const [blank] = useState<PackRecord>(() => ({ ...packs.draft(), id, title: '' }));
  const kept = usePackDraft({ pack: blank, isNew: false });
  if (!kept) return <PackPageSkeleton />;
  const { stored } = kept;
  // What a newer app left is for a newer app: here its contents would be lost with the next save.
  if (!stored || !isWhole(stored) || !mayCreatePacks({ flags: configuration.flags, userId }))
    return <PackFailure failure={failure} />;
  return (
    <Unsaved
      title={stored.title.trim() || texts.notHere.untitled}
      failure={failure}
      onGoOn={() => onGoOn(inState(blank, stored))}
      onDrop={kept.drop}
    />
  );
}

/** In the channel and the state that the draft began from: nothing has overtaken it. */
const inState = (blank: PackRecord, { began, state, channel }: KeptDraft): PackRecord => ({
  ...blank,
  ...(began != null && { changed: began }),
  ...(channel && { channel: { type: 'salestool--channel' as const, id: channel } }),
  ...(state !== undefined && { _meta: { edit: state } }),
});

interface UnsavedProps extends Pick<Props, 'failure'> {
  title: string;
  onGoOn: () => void;
  onDrop: () => void;
}

function Unsaved({ title, failure, onGoOn, onDrop }: UnsavedProps) {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  useItemTitle(title);
  return (
    <FullPage
      title={<PageHeading>{title}</PageHeading>}
      hint={failure === null ? texts.notHere.unsaved : texts.notHere.unsavedUnasked(failure)}
    >
      <Button onClick={onGoOn}>{texts.notHere.goOn}</Button>
      <Button variant="default" onClick={() => setAsks(true)}>
        {texts.notHere.drop}
      </Button>
      <Suspense>
        {asks && (
          <ConfirmDialog
            {...texts.restored.confirm}
            destructive
            onCancel={() => setAsks(false)}
            onConfirm={() => {
              onDrop();
              void navigate({ to: '/packs', replace: true });
            }}
          />
        )}
      </Suspense>
    </FullPage>
  );
}
