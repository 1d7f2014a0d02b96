/** Whether a pack is its owner's alone. One without a type counts as private (PLIST-02). */
export const isPrivatePack = ({ pack_type }: { pack_type?: string | null | undefined }) =>
  (pack_type || 'private') === 'private';
