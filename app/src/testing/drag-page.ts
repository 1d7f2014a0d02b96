import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { section } from './builder-page.ts';
import { middleOf, mouseFrom } from './hand.ts';
import { contents, documents, samplePack, words } from './sample-packs.ts';

/** The pack builder as somebody meets it who carries things to other places. */

/** 'One' and 'Three' hold files, of which the guide is in both, and 'Two' words. */
export const offer = samplePack(
  { id: 'p', title: 'Offer' },
  contents(
    documents('one', 'One', ['guide', 'prices', 'demo']),
    words('two', 'Two', '<p>Hello there</p>'),
    documents('three', 'Three', ['case', 'guide']),
  ),
);

/** Nothing scrolls by itself: near an edge the places would go away under a hand that is held still. */
export const allInView = () => page.viewport(1180, 1200);

/** It and the palette are drawn. */
export async function offerIsDrawn() {
  await expect.element(section('Three')).toBeVisible();
  await expect.element(page.getByText('Hello there')).toBeVisible();
  await expect.element(page.getByText('M1 Mobile')).toBeVisible();
  await expect.poll(() => document.querySelectorAll('[data-grip^="tile:"]')).toHaveLength(5);
}

export const gripOf = (id: string) => document.querySelector<HTMLElement>(`[data-grip="${id}"]`)!;
export const isCarried = () => document.querySelector('[data-carried]') !== null;
/** What the open place says. */
export const band = () => document.querySelector('[data-drop]')?.textContent ?? null;

export const tile = (name: string, within: string) =>
  section(within).getByRole('button', { name, exact: true }).element();
export const topOf = (name: string) => {
  const { left, top } = section(name).element().getBoundingClientRect();
  return { x: left + 200, y: top + 4 };
};
/** The place before a file. */
export const startOf = (name: string, within: string) => {
  const { left, top } = tile(name, within).getBoundingClientRect();
  return { x: left + 8, y: top + 40 };
};
/** The place after all files. */
export const endOf = (name: string) =>
  middleOf(
    section(name)
      .getByRole('button', { name: `Add to ${name}` })
      .element(),
  );

/** Carries it there by mouse; it is still held. */
export async function pull(from: Element, to: { x: number; y: number }) {
  const hand = await mouseFrom(middleOf(from));
  await hand.to(to);
  await expect.poll(isCarried).toBe(true);
  await hand.to(to);
  return hand;
}

export const spoken = () =>
  [...document.querySelectorAll('[aria-live="assertive"]')].map((one) => one.textContent).join('');

/** All that is spoken from now on. */
export function listen() {
  const heard: string[] = [];
  let last = spoken();
  const ear = new MutationObserver(() => {
    const words = spoken();
    if (words !== '' && words !== last) heard.push(words);
    last = words;
  });
  onTestFinished(() => ear.disconnect());
  ear.observe(document.body, { subtree: true, childList: true, characterData: true });
  return heard;
}
