import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { names, row, search, table } from '#testing/bundle-page.ts';
import { sampleMedias } from '#testing/sample-content.ts';
import { expectNoAxeViolations, showApp, tablet } from '#testing/show-app.tsx';

describe('opening files', () => {
  test('[DOC-10, DOC-17] a document opens by its address in a tab of its own, and that is an event', async () => {
    const { events } = await showApp('/content/t3');
    const link = page.getByRole('link', { name: 'T3 Counter product guide' });
    await expect.element(link).toHaveAttribute('href', 'https://host.example/files/guide/guide.pdf');
    await expect.element(link).toHaveAttribute('target', '_blank');
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await row('T3 Counter product guide').getByText('PDF').click({ force: true });
    expect(events.at(-1)).toMatchObject({ eventTypeId: 31, mediaId: 'guide', channelId: 'retail' });
  });

  test('an address that is a script opens nothing', async () => {
    const [guide] = sampleMedias;
    await showApp('/content/t3', { medias: [{ ...guide!, url: 'javascript:alert(1)' }] });
    await expect.element(table()).toBeVisible();
    await expect.element(page.getByRole('link', { name: guide!.name })).not.toBeInTheDocument();
  });

  test('[DOC-10, DOC-11, DOC-17] an image opens in the viewer, which goes round for ever by arrow and key', async () => {
    const { events } = await showApp('/content/t3', {
      medias: sampleMedias.filter(({ type }) => type === 'media--image' || type === 'media--document'),
    });
    await page.getByRole('button', { name: 'T3 on counter, front' }).click();
    const shown = () => document.querySelector('.yarl__slide_current img')?.getAttribute('alt');
    await expect.poll(shown).toBe('T3 on counter, front');
    expect(events.at(-1)).toMatchObject({ eventTypeId: 31, mediaId: 'front' });
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(shown).toBe('T3 on counter, side');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(shown).toBe('T3 on counter, front');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(shown).toBe('T3 on counter, side');
    await expect.element(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('.yarl__container')).toBeNull();
  });

  test('[DOC-10] a file that the address names shows whatever the page is searched for, and over another one', async () => {
    const { history } = await showApp('/content/t3');
    const shown = () => document.querySelector('.yarl__slide_current img')?.getAttribute('alt');
    await search().fill('counter, side');
    await expect.poll(names).toEqual(['T3 on counter, side']);
    history.push('/content/t3?file=front');
    await expect.poll(shown).toBe('T3 on counter, front');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => history.location.search).toBe('');
    await expect.poll(() => document.querySelector('.yarl__container')).toBeNull();
    await page.getByRole('button', { name: 'T3 on counter, side' }).click();
    await expect.poll(shown).toBe('T3 on counter, side');
    history.push('/content/t3?file=front');
    await expect.poll(shown).toBe('T3 on counter, front');
  });

  test('[DOC-11, CONST-14] the viewer takes 1200 × 800 and never more than 80 % of the screen’s width', async () => {
    const size = async () => {
      await page.getByRole('button', { name: 'T3 on counter, front' }).click();
      await expect.poll(() => document.querySelector('.yarl__container')).not.toBeNull();
      const { width, height } = document.querySelector('.yarl__container')!.getBoundingClientRect();
      return { width, height };
    };
    await page.viewport(1800, 1000);
    const wide = await showApp('/content/t3');
    expect(await size()).toEqual({ width: 1200, height: 800 });
    await wide.screen.unmount();
    await tablet();
    await showApp('/content/t3');
    expect((await size()).width).toBeCloseTo(0.8 * 1180, 0);
  });

  test('[DOC-10, DOC-12] a video plays in the viewer, a hosted one through its player in a closed frame', async () => {
    await showApp('/content/t3', {
      medias: sampleMedias
        .filter(({ type }) => type === 'media--video' || type === 'media--remote_video')
        .map((file) => ({ ...file, url: `data:image/png;base64,${file.id}` })),
    });
    await page.getByRole('button', { name: 'Two-minute demo' }).click();
    await expect.poll(() => document.querySelector('.yarl__slide_current video')).not.toBeNull();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.element(page.getByTitle('Virtual showroom')).toBeInTheDocument();
    const sandbox = page.getByTitle('Virtual showroom').element().getAttribute('sandbox');
    expect(sandbox).toContain('allow-scripts');
    expect(sandbox).not.toContain('allow-top-navigation');
  });
});

describe('a hosted video', () => {
  const [showroom, front] = sampleMedias
    .filter(({ id }) => id === 'showroom' || id === 'front')
    .map((file) => ({ ...file, url: `data:image/png;base64,${file.id}` }))
    .reverse();
  const players = () => document.querySelectorAll('.yarl__container iframe').length;
  const slides = () => document.querySelectorAll('.yarl__slide').length;

  test('[DOC-11, DOC-12] is loaded once, also where it is alone in the carousel', async () => {
    await showApp('/content/t3', { medias: [showroom!] });
    await page.getByRole('button', { name: 'Virtual showroom' }).click();
    await expect.element(page.getByTitle('Virtual showroom')).toBeInTheDocument();
    await expect.poll(slides).toBeGreaterThan(1);
    expect(players()).toBe(1);
  });

  test('[DOC-12] is loaded when one comes to it and ends when one moves on', async () => {
    await showApp('/content/t3', { medias: [showroom!, front!] });
    await page.getByRole('button', { name: 'T3 on counter, front' }).click();
    await expect.poll(slides).toBeGreaterThan(1);
    expect(players()).toBe(0);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(players).toBe(1);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(players).toBe(0);
  });
});

test('axe finds nothing in the viewer', async () => {
  await showApp('/content/t3', { medias: sampleMedias.filter(({ type }) => type === 'media--image') });
  await page.getByRole('button', { name: 'T3 on counter, front' }).click();
  await expect.poll(() => document.querySelector('.yarl__slide_current img')).not.toBeNull();
  // Half transparent while it fades in, nothing has its contrast.
  await expect.poll(() => getComputedStyle(document.querySelector('.yarl__portal')!).opacity).toBe('1');
  await expectNoAxeViolations();
});
