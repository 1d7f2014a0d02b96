import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { sanitiseInSteps } from '@satchel/core/html/sanitise-in-steps.ts';
import { packPageStyles } from '@satchel/core/pack-page/pack-page-styles.ts';
import { renderPackPage, renderPackPageParts } from '@satchel/core/pack-page/render-pack-page.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contents, samplePack, samplePackServices, words } from '#testing/sample-packs.ts';
import { expectNoAxeViolations, showWorld } from '#testing/show-app.tsx';
import { contentsOf } from '../pack-contents.ts';
import { fillPage } from './fill-page.ts';

const said = 'words that somebody took the time to write down, '.repeat(4);
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => `<p>Paragraph ${at} of <b>many</b> ${said}</p>`).join('');
const packOf = (...texts: string[]) =>
  samplePack(
    { id: 'long', title: 'Long' },
    contents(...texts.map((text, at) => words(`w${at}`, `Title ${at}`, text))),
  );

const pageOf = (...texts: string[]) => ({
  ...{ audience: 'rep' as const, title: 'Long', ownerName: 'Velden', brandName: 'Velden', bundles: {} },
  ...{ tokens: 'names' as const, medias: new Map(), links: { terms: null, privacy: null } },
  ...{
    withdrawnText: '',
    resolve: (url: string) => url,
    holdsPicture: () => true,
    sanitise: sanitiseInBrowser,
    sanitiseInSteps,
  },
  sections: contentsOf(packOf(...texts)).elements,
});

let place: HTMLElement;
const ends: (() => void)[] = [];
const fill = (...texts: string[]) => {
  const end = fillPage(place, renderPackPageParts(pageOf(...texts)));
  ends.push(end);
  return end;
};
const busy = () => place.querySelectorAll('[aria-busy]').length;
const passages = () => [...place.querySelectorAll('.passage')];
const shown = async (...texts: string[]) => {
  fill(...texts);
  await expect.poll(() => place.querySelectorAll('.section').length).toBe(texts.length);
  await expect.poll(busy, { timeout: 20_000 }).toBe(0);
};
/** The same page in one go. */
const atOnce = (...texts: string[]) => {
  const other = document.createElement('main');
  const { sanitiseInSteps: _, ...inOneGo } = pageOf(...texts);
  other.innerHTML = renderPackPage(inOneGo);
  return other;
};

describe('a long text of a pack', () => {
  beforeEach(() => {
    place = document.createElement('main');
    const style = document.createElement('style');
    style.textContent = packPageStyles;
    document.body.append(style, place);
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    document.body.replaceChildren();
  });

  const heads = `<h1>One</h1>${paragraphs(800)}<h4>Four</h4>`;

  test('says that it is being read in, and is there to its last word', async () => {
    let saidMeanwhile = '';
    // Whoever looks from time to time may come too late.
    const watching = new MutationObserver(() => {
      if (busy() === 1) saidMeanwhile ||= place.textContent;
    });
    watching.observe(place, { subtree: true, childList: true, attributes: true });
    fill('<p>short</p>', heads, '<p>the last</p>');
    await expect.poll(() => saidMeanwhile).toContain('This long text is being read in');
    watching.disconnect();
    await expect.poll(() => place.textContent).toContain('the last');
    await expect.poll(busy).toBe(0);
    expect(place.textContent).toBe(atOnce('<p>short</p>', heads, '<p>the last</p>').textContent);
  });

  test('has the blocks, levels and directions that it has in one go', async () => {
    const text = `${heads}<p>שלום</p><blockquote><p>said</p></blockquote>`;
    await shown(text);
    const blocks = passages().flatMap(({ children }) => [...children]);
    expect(blocks.map(({ outerHTML }) => outerHTML).join('')).toBe(
      atOnce(text).querySelector('.words')?.innerHTML,
    );
    expect([...place.querySelectorAll('h4, h5')].map(({ localName }) => localName)).toEqual(['h4', 'h5']);
  });

  test('goes on with the numbers of a list, and with its direction', async () => {
    const items = Array.from(
      { length: 900 },
      (_, at) => `<li>${at === 0 ? 'שלום' : `item ${at}`} of the list, ${said}</li>`,
    );
    await shown(`<ol start="5">${items.join('')}</ol>`);
    const lists = [...place.querySelectorAll('ol')];
    expect(lists.length).toBeGreaterThan(5);
    let next = 5;
    for (const list of lists) {
      expect(list.start).toBe(next);
      next += list.children.length;
    }
    expect(next).toBe(905);
    expect(lists.filter((list) => !list.matches(':dir(rtl)'))).toEqual([]);
  });

  test('keeps a table in one, whose cells have their places', async () => {
    const row = `<tr><td><p>a</p></td><td><b>b</b>${said}</td></tr>`;
    const text = `<p>before</p><table><thead><tr><th>h</th></tr></thead><tbody>${row.repeat(900)}</tbody></table>`;
    await shown(text);
    const table = place.querySelector('table');
    expect(table?.outerHTML).toBe(atOnce(text).querySelector('table')?.outerHTML);
    expect((passages().at(-1) as HTMLElement).style.contentVisibility).toBe('');
  });

  test('stays where it is when the page is filled anew with the same, and comes anew with another', async () => {
    await shown(heads, '<p>short</p>');
    const [first] = passages();
    await shown(heads, '<p>changed</p>');
    expect(passages()[0]).toBe(first);
    await shown(`<p>new</p>${heads}`, '<p>changed</p>');
    expect(passages()[0]).not.toBe(first);
    expect(place.textContent).toContain('Paragraph 799');
  });

  test('of an ordinary length is there with its section, in one go', () => {
    fill(paragraphs(400));
    expect(busy()).toBe(0);
    expect(place.textContent).toContain('Paragraph 399');
    expect(passages()).toEqual([]);
  });

  test('that is not wanted any more is not read on, and begins anew when it is', async () => {
    const end = fill(paragraphs(4000));
    await expect.poll(() => passages().length).toBeGreaterThan(0);
    end();
    const { length } = passages();
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
    expect(passages()).toHaveLength(length);
    expect(busy()).toBe(1);
    await shown(paragraphs(4000));
    expect(place.textContent?.match(/Paragraph /g)).toHaveLength(4000);
  });

  test('is whole on paper', async () => {
    fill(paragraphs(4000));
    await expect.poll(busy).toBe(1);
    window.dispatchEvent(new Event('beforeprint'));
    expect(busy()).toBe(0);
    expect(place.textContent).toContain('Paragraph 3999');
  });
});

test('[PVIEW-01] the view of a pack shows a long text to its end, with the names of its tokens', async () => {
  const text = `<p>Dear {{recipient_name}}</p>${`<p>A <b>long</b> one: ${said.repeat(6)}</p>`.repeat(120)}<p>The end</p>`;
  await showWorld('/packs/long/view', samplePackServices({ packs: [packOf(text)] }));
  const page = () =>
    [...document.querySelectorAll('section')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot;
  await expect.poll(() => page()?.textContent).toContain('The end');
  expect(page()?.textContent).not.toContain('{{');
  await expect.poll(() => page()?.querySelector('[aria-busy]')).toBeNull();
  // What is not drawn has no place yet: axe takes it for lying over what follows.
  for (const part of page()?.querySelectorAll<HTMLElement>('.stretch, .section, .passages, .passage') ?? [])
    part.style.contentVisibility = 'visible';
  await expectNoAxeViolations();
});
