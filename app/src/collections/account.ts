import type { Account } from '#services.ts';
import { changeRefusal, mayNotChange } from '#sync/session/change-refusal.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';

export const createAccount = (parts: CollectionParts): Account => ({
  async changePassword({ existing, wanted }) {
    const userId = userIdOf(parts);
    if (userId === null || parts.session.current().tokens === null) throw new Error(mayNotChange.signedOut);
    if (!parts.isOnline()) throw new Error(mayNotChange.offline);
    try {
      await (await parts.engine()).account.changePassword({ userId, existing, wanted });
    } catch (error) {
      throw changeRefusal(error);
    }
  },
});
