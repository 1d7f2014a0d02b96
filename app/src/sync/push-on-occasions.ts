import type { Connection } from '#remote/connection.ts';
import { pushOnceLater } from './push-once-later.ts';

interface PushOnOccasionsParts {
  connection: Pick<Connection, 'isOnline' | 'whenGoingOnline'>;
  userId: () => string | null;
  engine: () => Promise<{ meetHost(): Promise<unknown> }>;
  events: { push(): Promise<unknown> };
  offlineFiles: { resume(): Promise<unknown> };
  onProblem: (error: unknown) => void;
}

/**
 * Lets go what waits, and the log, when the host answers and once more some time after the start (SYNC-11, SYNC-12).
 * One that fails holds up no other.
 * @returns does so now; for when somebody has signed in
 */
export function pushOnOccasions(parts: PushOnOccasionsParts): () => void {
  const { connection, userId, engine, events, offlineFiles, onProblem } = parts;

  function pushAll() {
    if (userId() === null || !connection.isOnline()) return;
    engine()
      .then(({ meetHost }) => meetHost())
      .catch(onProblem);
    events.push().catch(onProblem);
    offlineFiles.resume().catch(onProblem);
  }
  connection.whenGoingOnline(pushAll);
  pushOnceLater(pushAll);
  return pushAll;
}
