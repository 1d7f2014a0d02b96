import type { Notices } from '../notices.ts';
import type { LoadParts } from './load-parts.ts';

const texts = {
  taken: (title: string) =>
    `You are no longer in the channel ‘${title}’. What you have not sent yet stays on this device.`,
};

interface TakenParts extends Pick<LoadParts, 'database'> {
  /** Reads the user's own record again. */
  readUser: () => Promise<{ uuid: string; channels: readonly string[] }>;
  show: Notices['show'];
}

/**
 * Whether a channel that the host refused is no longer among those of the person (CHAN-18), who is told of it then. Somebody
 * else may have signed in since it was refused.
 */
export const createLookIfTaken =
  ({ database, readUser, show }: TakenParts) =>
  async (id: string, userId: string | null): Promise<boolean> => {
    const channel = await database.records('salestool--channel').get(id);
    const { uuid, channels } = await readUser();
    if (uuid !== userId || channels.includes(id)) return false;
    show({ tone: 'problem', text: texts.taken(channel?.title ?? id) });
    return true;
  };
