import { describe, expect, test } from 'vitest';
import type { FileRecord, MediaRecord } from '#storage/records.ts';
import { type MediaSurroundings, mediaView } from './media-view.ts';

const origin = 'https://host.example';
const ref = (id: string, meta?: Record<string, unknown>) => ({
  type: 'file--file' as const,
  id,
  ...(meta && { meta }),
});

const pdf: FileRecord = {
  id: 'pdf',
  type: 'file--file',
  filename: 'guide.pdf',
  filemime: 'application/pdf',
  filesize: 4_200_000,
  uri: { value: 'public://k/guide.pdf', url: '/sites/default/files/k/guide.pdf' },
};
const photo: FileRecord = {
  id: 'photo',
  type: 'file--file',
  filename: 'front.jpg',
  filemime: 'image/jpeg',
  filesize: 2_700_000,
  uri: { value: 'public://k/front.jpg', url: '/sites/default/files/k/front.jpg' },
  image_style_uri: {
    thumbnail: `${origin}/sites/default/files/k/styles/thumbnail/front.jpg.webp`,
    salestool_preview: '/sites/default/files/k/styles/salestool_preview/front.jpg.webp',
  },
};

function view(media: MediaRecord, files: FileRecord[] = [pdf, photo]) {
  const surroundings: MediaSurroundings = {
    origin,
    file: (id) => files.find((file) => file.id === id),
    keyword: (id) => ({ counter: 'counter' })[id],
  };
  return mediaView(media, surroundings);
}

const guide: MediaRecord = {
  id: 'guide',
  type: 'media--document',
  name: 'Product guide',
  description: 'Sixteen pages',
  documentSize: 'A4',
  changed: 1_700_000_000_000,
  file: ref('pdf'),
  keywords: [
    { type: 'taxonomy_term--keywords', id: 'counter' },
    { type: 'taxonomy_term--keywords', id: 'gone' },
  ],
};

describe('a media item in view', () => {
  test('[MODEL-08] carries name, description, change, print size, file and keyword names', () => {
    expect(view(guide)).toEqual({
      id: 'guide',
      type: 'media--document',
      name: 'Product guide',
      description: 'Sixteen pages',
      changed: 1_700_000_000_000,
      typeLabel: 'Document',
      fileTypeLabel: 'PDF',
      mime: 'application/pdf',
      filename: 'guide.pdf',
      size: 4_200_000,
      printSize: 'A4',
      keywords: ['counter'],
      url: `${origin}/app/pwa/sitefiles/k/guide.pdf`,
      videoLink: null,
      thumbnailUrl: null,
      previewUrl: null,
    });
  });

  test('[MODEL-09, PVIEW-08] of a hosted video has the addresses of its player and of its page, and no file', () => {
    const film = { id: 'film', type: 'media--remote_video', video: 'https://youtu.be/Vld3nT3rm27' } as const;
    expect(view(film)).toMatchObject({
      url: 'https://www.youtube-nocookie.com/embed/Vld3nT3rm27',
      videoLink: 'https://youtu.be/Vld3nT3rm27',
      fileTypeLabel: 'Hosted video',
      size: null,
    });
  });

  test('has no address when the host names something that is no web address', () => {
    const film = { id: 'film', type: 'media--remote_video', video: 'javascript:alert(1)' } as const;
    expect(view(film)).toMatchObject({ url: null, videoLink: null });
    const bad = { ...pdf, uri: { value: '', url: 'javascript:alert(1)' } };
    expect(view(guide, [bad]).url).toBeNull();
  });

  test('shows what is known while its file has not come yet', () => {
    expect(view(guide, [])).toMatchObject({
      name: 'Product guide',
      url: null,
      fileTypeLabel: '–',
      size: null,
    });
  });
});

describe('the pictures of a media item', () => {
  const picture: MediaRecord = { id: 'front', type: 'media--image', name: 'Front', file: ref('photo') };

  test('[MODEL-11] are the derivatives thumbnail and salestool_preview, absolute', () => {
    expect(view(picture)).toMatchObject({
      thumbnailUrl: `${origin}/sites/default/files/k/styles/thumbnail/front.jpg.webp`,
      previewUrl: `${origin}/sites/default/files/k/styles/salestool_preview/front.jpg.webp`,
    });
  });

  test('[MODEL-11] may stand in the relationship, as some hosts write them', () => {
    const meta = { imageDerivatives: { links: { thumbnail: { href: `${origin}/t.webp?itok=a` } } } };
    const { image_style_uri: _, ...bare } = photo;
    expect(view({ ...picture, file: ref('photo', meta) }, [bare]).thumbnailUrl).toBe(
      `${origin}/t.webp?itok=a`,
    );
  });

  test('are the picture itself where the host made no small ones', () => {
    const { image_style_uri: _, ...bare } = photo;
    const own = `${origin}/sites/default/files/k/front.jpg`;
    expect(view(picture, [bare])).toMatchObject({ thumbnailUrl: own, previewUrl: own });
  });

  test('are those chosen for the purpose before any other', () => {
    const chosen: MediaRecord = { ...guide, thumbnail_image: ref('photo'), preview_image: ref('photo') };
    expect(view(chosen).thumbnailUrl).toContain('/styles/thumbnail/front.jpg');
    expect(view(chosen).previewUrl).toContain('/styles/salestool_preview/front.jpg');
  });

  test('are missing where a document has none, so that a placeholder can stand there', () => {
    expect(view(guide)).toMatchObject({ thumbnailUrl: null, previewUrl: null });
  });
});
