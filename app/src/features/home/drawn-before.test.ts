import { expect, test } from 'vitest';
import type { Channels } from '#services.ts';
import { sampleChannels } from '#testing/sample-content.ts';
import { drawnBefore, keepDrawn } from './drawn-before.ts';

const [retail, transit] = sampleChannels;

test('a channel’s view is kept for the person who saw it, of the channel seen last', () => {
  const channels = {} as Channels;
  if (!retail || !transit) throw new Error('Samples without channels');
  const seen = (userId: string | null, channelId: string) => drawnBefore(channels, { userId, channelId });
  expect(seen('nora', retail.id)).toBeUndefined();
  keepDrawn(channels, { userId: 'nora', view: retail });
  expect(seen('nora', retail.id)?.view).toBe(retail);
  expect(seen('nora', transit.id)).toBeUndefined();
  expect(seen('omar', retail.id)).toBeUndefined();
  expect(seen(null, retail.id)).toBeUndefined();
  keepDrawn(channels, { userId: 'omar', view: transit });
  expect(seen('omar', transit.id)?.view).toBe(transit);
  expect(seen('nora', retail.id)).toBeUndefined();
  keepDrawn(channels, { userId: 'omar', view: null });
  expect(seen('omar', transit.id)).toBeUndefined();
});
