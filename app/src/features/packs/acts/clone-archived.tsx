import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useIsStillHere } from '#navigation/use-is-still-here.ts';
import type { PackRecord } from '#storage/records.ts';
import { texts } from '../texts.ts';
import { usePackActions } from './use-pack-actions.tsx';
import { usePackPermissions } from './use-pack-permissions.ts';

/** The one way on from the details of an archived pack. */
export function CloneArchived({ pack }: { pack: PackRecord }) {
  const may = usePackPermissions(pack);
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const { start, dialogs } = usePackActions({
    onCloned: ({ id }) => {
      if (isStillHere()) void navigate({ to: '/packs/$id/view', params: { id } });
    },
  });
  if (!may.clone) return null;
  return (
    <>
      <Button onClick={() => start('clone', pack)}>{texts.actions.clone}</Button>
      {dialogs}
    </>
  );
}
