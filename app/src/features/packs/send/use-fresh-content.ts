import { useEffect, useRef } from 'react';
import { type LoadOutcome, type RefusedMessage, useServices, useWatched } from '#services.ts';

/** A channel of which little has changed comes sooner. Nobody is held up by another one: the host has the last word. */
const patienceMs = 5000;

/**
 * A refusal tells that the host may have what this device does not know of yet, as where content was withdrawn. Each time that
 * a refused message is opened its channel is asked for without a word, however young the copy is.
 * @param channelId null where none is on this device
 * @returns waits until it has come, though not for long
 */
export function useFreshContent(correcting: RefusedMessage | null, channelId: string | null) {
  const { channels, connection } = useServices();
  const { online } = useWatched(connection);
  const coming = useRef<Promise<LoadOutcome> | null>(null);
  const isRefused = correcting !== null && correcting.reason !== null;
  useEffect(() => {
    if (!isRefused || channelId === null) return;
    // Asked for by force it would be asked for without a signal, too.
    coming.current = online ? channels.load(channelId, { force: true }) : null;
  }, [channels, isRefused, channelId, online]);
  return async () => {
    if (coming.current === null) return;
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, patienceMs);
    await Promise.race([coming.current, patience.promise]);
    clearTimeout(timer);
  };
}
