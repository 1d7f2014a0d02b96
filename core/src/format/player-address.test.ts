import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { playerAddress } from './player-address.ts';

const watchLinks = [
  ['https://www.youtube.com/watch?v=Vld3nT3rm27', 'https://www.youtube-nocookie.com/embed/Vld3nT3rm27'],
  [
    'https://m.youtube.com/watch?feature=x&v=Vld3nT3rm27',
    'https://www.youtube-nocookie.com/embed/Vld3nT3rm27',
  ],
  ['https://youtu.be/Vld3nT3rm27?t=42s', 'https://www.youtube-nocookie.com/embed/Vld3nT3rm27?start=42'],
  ['http://youtube.com/shorts/Vld3nT3rm27', 'https://www.youtube-nocookie.com/embed/Vld3nT3rm27'],
  ['https://www.youtube.com/embed/Vld3nT3rm27', 'https://www.youtube-nocookie.com/embed/Vld3nT3rm27'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871'],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  ],
  ...[
    'https://vimeo.com/76979871/',
    'https://vimeo.com/76979871?share=copy',
    'https://vimeo.com/video/76979871',
    'https://vimeo.com/groups/velden/videos/76979871',
    'https://vimeo.com/showcase/7654321/video/76979871',
    'https://vimeo.com/album/7654321/video/76979871',
    'https://vimeo.com/ondemand/roasting/76979871',
    'https://vimeo.com/manage/videos/76979871',
  ].map((link) => [link, 'https://player.vimeo.com/video/76979871'] as const),
  [
    'https://vimeo.com/manage/videos/76979871/8272103f6e',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  ],
] as const;
test.each(watchLinks)('[MODEL-09, MODEL-10] %s plays at %s', (link, player) => {
  expect(playerAddress(link)).toBe(player);
});

const otherLinks = [
  'https://films.example/watch?v=Vld3nT3rm27',
  'https://www.youtube.com/@velden',
  'https://www.youtube.com/embed/videoseries?list=PL63F0C78739B09958',
  'https://www.youtube-nocookie.com/embed/videoseries?list=PL63F0C78739B09958',
  'https://www.youtube.com/embed/live_stream?channel=UCveldenvelden',
  'https://vimeo.com/velden',
  'https://vimeo.com/event/7654321',
  'https://vimeo.com/event/7654321/embed',
  'https://vimeo.com/showcase/7654321',
  'https://vimeo.com/showcase/7654321/embed',
  'https://vimeo.com/album/7654321',
  'https://vimeo.com/ondemand/7654321',
  'https://vimeo.com/user/7654321/folder/1234567',
  'https://youtube.com.evil.example/watch?v=Vld3nT3rm27',
];
test.each(otherLinks)('[MODEL-10] %s stays as it is', (link) => {
  expect(playerAddress(link)).toBe(link);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'film.mp4', ''])(
  '%j is no address of a player',
  (link) => {
    expect(playerAddress(link)).toBeNull();
  },
);

test('whatever a link says, nothing but a web address comes out', () => {
  const link = fc.oneof(
    fc.string(),
    fc.webUrl({ withQueryParameters: true }),
    fc.string().map((id) => `https://www.youtube.com/watch?v=${id}`),
  );
  fc.assert(
    fc.property(link, (text) => {
      const address = playerAddress(text);
      expect(address === null || /^https?:$/.test(new URL(address).protocol)).toBe(true);
    }),
  );
});
