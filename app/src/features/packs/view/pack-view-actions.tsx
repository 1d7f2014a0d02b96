import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { useIsStillHere } from '#navigation/use-is-still-here.ts';
import { whereToEdit, whereToEditAndSend } from '#navigation/where-to-edit.ts';
import { type MediaView, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { SendLink } from '../acts/send-link.tsx';
import { type PackAction, usePackActions } from '../acts/use-pack-actions.tsx';
import { useOffered } from '../acts/use-pack-permissions.ts';
import { useHandBack } from '../drafts/use-hand-back.ts';
import { texts } from '../texts.ts';
import classes from './pack-view-actions.module.css';

const PreviewDialog = lazy(() => import('../preview/preview-dialog.tsx'));

const secondary = ['sendToServer', 'clone', 'archive', 'delete'] as const satisfies readonly PackAction[];

interface Props {
  pack: PackRecord;
  medias: ReadonlyMap<string, MediaView>;
}

/** Title and everything that can be done with the pack in view (PVIEW-10, PVIEW-11, PVIEW-14). */
export function PackViewActions({ pack, medias }: Props) {
  const [isPreviewing, setPreviewing] = useState(false);
  const { flags } = useServices().configuration;
  const may = useOffered(pack);
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const { start, isSending, dialogs } = usePackActions({
    onCloned: ({ id }) => {
      if (isStillHere()) void navigate({ to: '/packs/$id/view', params: { id } });
    },
    onGone: () => {
      if (isStillHere()) void navigate({ to: '/packs', replace: true });
    },
  });
  const handBack = useHandBack(isSending(pack));
  const params = { id: pack.id };
  const links = secondary.filter((action) => may[action]);
  const actions = (
    <>
      <div className={classes.links}>
        {links.map((action) => (
          <Button
            key={action}
            variant="subtle"
            color={action === 'delete' ? 'red' : 'brand'}
            loading={action === 'sendToServer' && isSending(pack)}
            onClick={({ currentTarget }) => {
              if (action === 'sendToServer') handBack(currentTarget);
              start(action, pack);
            }}
          >
            {texts.actions[action]}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => setPreviewing(true)}>
          {texts.preview.open}
        </Button>
      </div>
      <div className={classes.main}>
        {may.edit && (
          <ButtonLink to={whereToEdit(flags)} params={params} variant="default">
            {texts.view.editAndSave}
          </ButtonLink>
        )}
        {may.edit && may.send && (
          <ButtonLink to={whereToEditAndSend(flags)} params={params} variant="default">
            {texts.view.editAndSend}
          </ButtonLink>
        )}
        {may.send && <SendLink packId={pack.id} />}
      </div>
    </>
  );
  return (
    <>
      <PageTitle inHeaderOnPhone actions={actions}>
        {pack.title}
      </PageTitle>
      {dialogs}
      {isPreviewing && (
        <Suspense>
          <PreviewDialog pack={pack} medias={medias} to={null} onClose={() => setPreviewing(false)} />
        </Suspense>
      )}
    </>
  );
}
