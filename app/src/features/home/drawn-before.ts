import type { Channels, ChannelView } from '#services.ts';

interface Drawn {
  /** Null without anybody signed in. */
  userId: string | null;
  /** Null where there was no such channel. */
  view: ChannelView | null;
}

const drawn = new WeakMap<Channels, Drawn>();

/** Keeps what was read of a channel for the next time that home is drawn. */
export const keepDrawn = (channels: Channels, what: Drawn) => void drawn.set(channels, what);

/** What home begins with, until it has read what is there by now: a moment later, of the same person's channel alone. */
export function drawnBefore(
  channels: Channels,
  { userId, channelId }: { userId: string | null; channelId: string },
): Drawn | undefined {
  const before = drawn.get(channels);
  return before?.userId === userId && before.view?.id === channelId ? before : undefined;
}
