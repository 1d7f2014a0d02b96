import type { PasswordReset } from '#services.ts';
import type { CollectionParts } from './collection-parts.ts';

export const createPasswordReset = ({ engine }: Pick<CollectionParts, 'engine'>): PasswordReset => ({
  sendCode: async (mail) => (await engine()).account.sendCode(mail),
  checkCode: async (mail, code) => (await engine()).account.checkCode(mail, code),
  setPassword: async (given) => (await engine()).account.setPassword(given),
});
