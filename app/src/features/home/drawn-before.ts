import type { Channels, ChannelView } from '#services.ts';

interface Drawn {
  /** Null without anybody signed in. */
  userId: string | null;
  view: ChannelView;
}

const drawn = new WeakMap<Channels, Drawn>();

/** Keeps a channel's view for the next time that home is drawn. */
export const keepDrawn = (channels: Channels, what: Drawn) => void drawn.set(channels, what);

/** The view that home begins with, until it has read what is there by now: a moment later, of the same person's channel alone. */
export function drawnBefore(
  channels: Channels,
  { userId, channelId }: { userId: string | null; channelId: string },
): ChannelView | undefined {
  const before = drawn.get(channels);
  return before?.userId === userId && before.view.id === channelId ? before.view : undefined;
}
