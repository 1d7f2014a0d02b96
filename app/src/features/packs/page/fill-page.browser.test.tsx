import { packPageStyles } from '@satchel/core/pack-page/pack-page-styles.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyPage, fillPage } from './fill-page.ts';

const sectionCount = 45;
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const section = (title: string) =>
  `<section class="section"><h3>${title}</h3><div style="height:600px"><div class="preview" data-picture="${dot}" data-look="page"></div></div></section>`;
const card =
  '<li class="media"><div class="preview"></div><div class="about"><h4>Guide</h4><p class="description">What it is.</p><p class="facts">PDF</p></div><a class="button soft" href="/">View</a></li>';
const withFiles = `<section class="section"><h3>Files</h3><ul class="medias">${card.repeat(10)}</ul></section>`;
const written = (markup: string) => ({ markup, later: [] });
const titlesUpTo = (count: number) => Array.from({ length: count }, (_, at) => `Section ${at + 1}`);
const partsOf = (titles: readonly string[]) => ({
  before: '<article class="pack-page"><div class="sections"><div class="inner">',
  sections: titles.map((title) => written(section(title))),
  after: '</div></div><footer></footer></article>',
});

const places = {
  'the window': async () => document,
  'a window without scripts': async () => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-same-origin');
    frame.style.cssText = 'width:800px;height:600px';
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.srcdoc = '<!doctype html><html lang="en"><title>Page</title><body></body></html>';
    document.body.append(frame);
    await loaded;
    return frame.contentDocument as Document;
  },
};

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  document.body.replaceChildren();
});

describe.each(Object.keys(places) as (keyof typeof places)[])('a pack’s page in %s', (where) => {
  let page: Document;
  let place: HTMLElement;
  const all = () => [...place.querySelectorAll('.section')];
  const titles = () => all().map((each) => each.querySelector('h3')?.textContent);
  const isDrawn = (each: Element | undefined) => each?.querySelector('.preview > img.page') !== null;
  const drawn = () => all().filter(isDrawn).length;
  const fill = async (names: readonly string[]) => {
    ends.push(fillPage(place, partsOf(names)));
    await expect.poll(titles).toEqual(names);
  };

  beforeEach(async () => {
    page = await places[where]();
    place = page.createElement('main');
    const style = page.createElement('style');
    style.textContent = packPageStyles;
    page.body.append(style, place);
    await fill(titlesUpTo(sectionCount));
  });

  test('draws the pictures that come near, and leaves those far away', async () => {
    await expect.poll(() => isDrawn(all()[0])).toBe(true);
    await expect.poll(() => isDrawn(all()[1])).toBe(true);
    expect(isDrawn(all().at(-1))).toBe(false);
    expect(drawn()).toBeLessThan(sectionCount / 2);
    all().at(-1)?.scrollIntoView();
    await expect.poll(() => isDrawn(all().at(-1))).toBe(true);
    expect(isDrawn(all()[25])).toBe(false);
  });

  test('has all of its pictures on paper', async () => {
    page.defaultView?.dispatchEvent(new Event('beforeprint'));
    expect(drawn()).toBe(sectionCount);
    expect(place.querySelectorAll('[data-picture]')).toHaveLength(0);
  });

  test('keeps what has not changed when it is filled anew', async () => {
    const [first, second] = all();
    const names = titlesUpTo(12).map((title, at) => (at === 1 ? 'Another' : title));
    await fill(names);
    expect(all()[0]).toBe(first);
    expect(all()[1]).not.toBe(second);
    expect(place.querySelector('footer')).not.toBeNull();
    await fill([]);
    await fill(titlesUpTo(3));
  });

  test('keeps about as much room for what is far away as it takes once it is near', async () => {
    const parts = { ...partsOf([]), sections: Array(sectionCount).fill(written(withFiles)) };
    ends.push(fillPage(place, parts));
    await expect.poll(() => place.querySelectorAll('.media').length).toBe(10 * sectionCount);
    const far = place.querySelectorAll('.stretch')[2] as HTMLElement;
    const kept = far.offsetHeight;
    for (const each of [far, ...(far.children as Iterable<HTMLElement>)])
      each.style.contentVisibility = 'visible';
    expect(Math.abs(kept / far.offsetHeight - 1)).toBeLessThan(0.25);
  });

  test('loses what is out of sight before it goes, and what is seen stays', async () => {
    ends.push(emptyPage(place));
    await expect.poll(() => all().length).toBeLessThan(sectionCount);
    expect(titles()[0]).toBe('Section 1');
    expect(titles()).not.toContain(`Section ${sectionCount}`);
  });
});

test('an empty line of a text is as high on the page as one with words', () => {
  document.body.innerHTML = `<style>${packPageStyles}</style>
    <article class="pack-page"><div class="words"><p>One</p><p dir="auto"></p><p>Two</p></div></article>`;
  const [one, empty] = [...document.querySelectorAll('p')].map(({ offsetHeight }) => offsetHeight);
  expect(empty).toBe(one);
});
