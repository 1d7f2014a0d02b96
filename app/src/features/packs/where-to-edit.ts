import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';

/** Address of the page on which 'Edit' changes a pack (PBUILD-21). */
export const whereToEdit = ({
  packBuilder2Enabled,
  packBuilder2Default,
}: Pick<HostConfiguration['flags'], 'packBuilder2Enabled' | 'packBuilder2Default'>) =>
  packBuilder2Enabled && packBuilder2Default ? '/packs/$id/build' : '/packs/$id/edit';
