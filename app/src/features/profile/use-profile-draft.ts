import { useState } from 'react';
import { type SignatureFields, useServices } from '#services.ts';

/** What a person typed and did not save yet, kept on this device for nobody else. */
export function useProfileDraft(userId: string) {
  const { preferences } = useServices();
  const key = `draft.profile.${userId}`;
  const [stored] = useState(() => preferences.read<SignatureFields | null>(key, null));
  return {
    /** What was kept when the page opened. */
    stored,
    keep: (fields: SignatureFields) => preferences.write(key, fields),
    drop: () => preferences.write(key, null),
  };
}
