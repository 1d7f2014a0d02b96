import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';

/** Address of the page on which 'Edit' changes a pack (PBUILD-21). */
export const whereToEdit = ({
  packBuilder2Enabled,
  packBuilder2Default,
}: Pick<HostConfiguration['flags'], 'packBuilder2Enabled' | 'packBuilder2Default'>) =>
  packBuilder2Enabled && packBuilder2Default ? '/packs/$id/build' : '/packs/$id/edit';

/** Of 'Edit & send': the wizard leads through the same steps one at a time, where it is switched on (NAV-31). */
export const whereToEditAndSend = ({ packWizard }: Pick<HostConfiguration['flags'], 'packWizard'>) =>
  packWizard ? '/packs/$id/wizard' : '/packs/$id/editsend';
