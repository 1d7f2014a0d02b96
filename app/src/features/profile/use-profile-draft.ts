import { useState } from 'react';
import { type SignatureFields, useServices } from '#services.ts';
import { saysTheSame, trimmed } from './profile-form.ts';

/** What a person typed and did not save yet, kept on this device for nobody else. */
export function useProfileDraft(userId: string) {
  const { preferences } = useServices();
  const key = `draft.profile.${userId}`;
  const read = () => preferences.read<SignatureFields | null>(key, null);
  const drop = () => preferences.write(key, null);
  const [stored] = useState(read);
  return {
    /** What was kept when the page opened. */
    stored,
    keep: (fields: SignatureFields) => preferences.write(key, fields),
    drop,
    /** What was typed since, here or on a later visit, is not saved. */
    dropSaved(fields: SignatureFields) {
      const kept = read();
      if (kept && saysTheSame(trimmed(kept), fields)) drop();
    },
  };
}
