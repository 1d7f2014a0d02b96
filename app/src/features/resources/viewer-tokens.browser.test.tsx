import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { MediaView } from '#services.ts';
import { sampleMedias } from '#testing/sample-content.ts';
import { sampleFilm } from '#testing/sample-film.ts';
import { showApp } from '#testing/show-app.tsx';

/** A film that plays, unless it is another one. What is behind the # is another for each token. */
function filmAddress(film = sampleFilm()) {
  const address = URL.createObjectURL(film);
  onTestFinished(() => URL.revokeObjectURL(address));
  return address;
}

const shownVideo = () => document.querySelector<HTMLVideoElement>('.yarl__slide_current video');

test('[DOC-11, DOC-12] a film goes on while tokens change in addresses, also after going round the carousel', async () => {
  const address = filmAddress();
  const filesOf = (token: number) =>
    sampleMedias
      .filter(({ id }) => ['demo', 'front', 'side', 'guide'].includes(id))
      .map((file) => ({ ...file, url: `data:image/png;base64,${file.id}?token=${token}` }))
      // A film that could not be had would be asked for anew by each token.
      .map((file) =>
        file.id === 'demo' ? { ...file, mime: 'video/webm', url: `${address}#${token}` } : file,
      )
      // The list below the viewer tells that it has come.
      .map((file) => (file.id === 'guide' ? { ...file, name: `Guide ${token}` } : file));
  const medias = filesOf(1);
  const { services } = await showApp('/content/t3', { medias });
  const label = () => document.querySelector('.yarl__slide_current')?.getAttribute('aria-label');
  const goesOn = async (tokens: number[]) => {
    const shown = shownVideo();
    expect(shown).not.toBeNull();
    for (const token of tokens) {
      medias.splice(0, medias.length, ...filesOf(token));
      await services.bundles.load('t3');
      await expect.poll(() => document.body.textContent).toContain(`Guide ${token}`);
    }
    expect(shownVideo()).toBe(shown);
  };
  await page.getByRole('button', { name: 'Two-minute demo' }).click();
  await expect.poll(shownVideo).not.toBeNull();
  await goesOn([2, 3]);
  for (let times = 0; times < 3; times++) {
    const before = label();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(label).not.toBe(before);
  }
  await goesOn([4, 5]);
});

describe('tokens in addresses', () => {
  const [guide, front, demo] = ['guide', 'front', 'demo'].map(
    (id) => sampleMedias.find((file) => file.id === id)!,
  ) as [MediaView, MediaView, MediaView];
  /** A picture that shows by every token but one that ran out: a comment in it ends only behind the others. */
  const picture = (name: string, token: string) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!--${name}`)}?token=${token}${token === 'out' ? '' : '--%3E%3C/svg%3E'}`;
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'];
  /** Beside a guide, in the list below the viewer, whose name tells which files those are. */
  const filesOf = (token: string): MediaView[] => [
    { ...guide, name: `Guide ${token}` },
    ...names.map((name, at) => ({ ...front, id: name, name, changed: 9 - at, url: picture(name, token) })),
  ];
  const shown = () => document.querySelector<HTMLImageElement>('.yarl__slide_current img');
  const token = () => /token=(\w+)/.exec(shown()?.src ?? '')?.[1];
  const isBroken = () => document.querySelector('.yarl__slide_current .yarl__slide_error') !== null;
  const turnTo = async (name: string) => {
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => shown()?.alt).toBe(name);
  };

  async function look(at: string, first: MediaView[]) {
    const medias = first;
    const { services } = await showApp('/content/t3', { medias });
    await page.getByRole('button', { name: at }).click();
    const bring = async (files: MediaView[]) => {
      medias.splice(0, medias.length, ...files);
      await services.bundles.load('t3');
      await expect.poll(() => document.body.textContent).toContain(files[0]?.name);
    };
    return { bring };
  }

  test('[DOC-11] pictures that are still to come are asked for by the newest, those that are there stay', async () => {
    const { bring } = await look('First', filesOf('one'));
    await expect.poll(() => shown()?.naturalWidth).toBe(9);
    const first = shown();
    await bring(filesOf('two'));
    expect(shown()).toBe(first);
    expect(token()).toBe('one');
    // It stood beside the first one, and was loaded with it.
    await turnTo('Second');
    expect(token()).toBe('one');
    for (const name of ['Third', 'Fourth', 'Fifth']) {
      await turnTo(name);
      expect(token()).toBe('two');
    }
  });

  test('[DOC-11] a picture that was refused for its token comes by the next one', async () => {
    const { bring } = await look('First', filesOf('out'));
    await expect.poll(isBroken).toBe(true);
    await bring(filesOf('two'));
    await expect.poll(() => shown()?.naturalWidth).toBe(9);
    expect(isBroken()).toBe(false);
    await turnTo('Second');
    expect(isBroken()).toBe(false);
    expect(token()).toBe('two');
  });

  test('[DOC-12] a film that nobody came to yet is asked for by the newest, and one that was left keeps its own', async () => {
    const film = filmAddress();
    const filmsOf = (token: string) => [
      ...filesOf(token).slice(0, 2),
      { ...demo, changed: 8, mime: 'video/webm', url: `${film}#${token}` },
      ...filesOf(token).slice(3),
    ];
    const { bring } = await look('First', filmsOf('one'));
    const source = () => shownVideo()?.querySelector('source')?.src;
    const next = page.getByRole('button', { name: 'Next' });
    await bring(filmsOf('two'));
    await next.click();
    await expect.poll(source).toBe(`${film}#two`);
    const shownBefore = shownVideo();
    await next.click();
    await expect.poll(() => shown()?.alt).toBe('Third');
    await bring(filmsOf('three'));
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect.poll(source).toBe(`${film}#two`);
    expect(shownVideo()).toBe(shownBefore);
  });

  test('[DOC-12] a film that was refused for its token comes by the next one, and so does the picture before it', async () => {
    const url = filmAddress(new Blob(['no film'], { type: 'video/webm' }));
    const filmOf = (token: string) => [
      { ...guide, name: `Guide ${token}` },
      { ...demo, mime: 'video/webm', url: `${url}#${token}`, previewUrl: picture('before', token) },
    ];
    const { bring } = await look(demo.name, filmOf('out'));
    await expect.poll(() => shownVideo()?.networkState).toBe(HTMLMediaElement.NETWORK_NO_SOURCE);
    await bring(filmOf('two'));
    await expect.poll(() => shownVideo()?.querySelector('source')?.src).toBe(`${url}#two`);
    expect(shownVideo()?.poster).toBe(picture('before', 'two'));
  });

  test('[DOC-12] a film shows the picture before it that is there by now, and goes on', async () => {
    const url = filmAddress();
    const filmOf = (name: string, preview: string, token: string) => [
      { ...guide, name },
      { ...demo, mime: 'video/webm', url: `${url}#${token}`, previewUrl: picture(preview, token) },
    ];
    const { bring } = await look(demo.name, filmOf('Guide one', 'before', 'one'));
    await expect.poll(() => shownVideo()?.poster).toBe(picture('before', 'one'));
    const film = shownVideo();
    await bring(filmOf('Guide two', 'before', 'two'));
    expect(shownVideo()?.poster).toBe(picture('before', 'one'));
    await bring(filmOf('Guide three', 'after', 'three'));
    await expect.poll(() => shownVideo()?.poster).toBe(picture('after', 'three'));
    expect(shownVideo()).toBe(film);
  });
});
