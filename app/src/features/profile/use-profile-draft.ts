import { useState } from 'react';
import { type SignatureFields, useServices } from '#services.ts';
import { saysTheSame, trimmed, typedSince } from './profile-form.ts';

/**
 * What a person typed and did not save yet, kept on this device for nobody else. The fields that they left alone are no
 * part of it: those follow what another device makes of them.
 */
export function useProfileDraft(userId: string) {
  const { preferences } = useServices();
  const key = `draft.profile.${userId}`;
  const read = () => preferences.read<Partial<SignatureFields> | null>(key, null);
  const drop = () => preferences.write(key, null);
  const [stored] = useState(read);
  return {
    /** What was kept when the page opened. */
    stored,
    keep: (fields: SignatureFields, saved: SignatureFields) =>
      saysTheSame(fields, saved) ? drop() : preferences.write(key, typedSince(saved, fields)),
    /** What was typed since, on a later visit, is not saved. */
    dropSaved(fields: SignatureFields) {
      const kept = read();
      if (kept && saysTheSame(trimmed({ ...fields, ...kept }), fields)) drop();
    },
  };
}
