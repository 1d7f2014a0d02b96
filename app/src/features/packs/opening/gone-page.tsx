import { Navigate } from '@tanstack/react-router';
import { MissingPage } from '#navigation/missing-page.tsx';
import type { PackRecord } from '#storage/records.ts';

/** In place of a screen that changes or sends a pack, where that is archived or nowhere and nothing unsaved is left of it. */
export const GonePage = ({ pack }: { pack: PackRecord }) =>
  pack.archived === true ? (
    <Navigate to="/packs/$id/view" params={{ id: pack.id }} replace />
  ) : (
    <MissingPage />
  );
