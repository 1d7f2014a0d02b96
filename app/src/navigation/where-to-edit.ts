interface EditFlags {
  packBuilder2Enabled: boolean;
  packBuilder2Default: boolean;
}

interface NewFlags extends EditFlags {
  packWizard: boolean;
  packNoSend: boolean;
}

/** Address of the page on which 'Edit' changes a pack (PBUILD-21). */
export const whereToEdit = ({ packBuilder2Enabled, packBuilder2Default }: EditFlags) =>
  packBuilder2Enabled && packBuilder2Default ? '/packs/$id/build' : '/packs/$id/edit';

/** Where a new pack is made: step by step where the wizard is switched on (NAV-31), unless its end is closed. */
export const whereToMake = (flags: NewFlags) =>
  flags.packWizard && !flags.packNoSend ? '/packs/$id/wizard' : whereToEdit(flags);

/** Of 'Edit & send': the wizard leads through the same steps one at a time, where it is switched on (NAV-31). */
export const whereToEditAndSend = ({ packWizard }: { packWizard: boolean }) =>
  packWizard ? '/packs/$id/wizard' : '/packs/$id/editsend';
