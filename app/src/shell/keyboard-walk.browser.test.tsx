import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { samplePackServices } from '#testing/sample-packs.ts';
import { desktop, phone, showWorld } from '#testing/show-app.tsx';

const widths = [
  ['a phone', phone],
  ['a desk', desktop],
] as const;

/** Addresses whose pages have something at their lower edge, fields, lists or a frame of their own. */
const screens = [
  ['/', () => page.getByRole('link', { name: /^Resources/ }).first()],
  ['/content/t3', () => page.getByText('1–10 of 12')],
  ['/packs', () => page.getByRole('button', { name: 'More for Brightwater Cafés' })],
  ['/packs/brightwater/send', () => page.getByRole('textbox', { name: 'Message' })],
  ['/packs/brightwater/build', () => page.getByRole('button', { name: 'The counter', exact: true }).first()],
  ['/packs/brightwater/edit', () => page.getByRole('treeitem').first()],
  ['/settings', () => page.getByRole('button', { name: 'Factory reset' })],
] as const;

/** Somebody who looks at the page sees the control, or the label that stands for it. */
function isInSight(control: Element) {
  const label = control instanceof HTMLInputElement ? control.labels?.[0] : null;
  const { left, top, right, bottom } = control.getBoundingClientRect();
  return [0.1, 0.5, 0.9].some((part) => {
    const hit = document.elementFromPoint(left + (right - left) * part, top + (bottom - top) * part);
    return hit !== null && (control.contains(hit) || hit.contains(control) || label?.contains(hit));
  });
}

const nameOf = (control: Element) =>
  `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)}`;

/** Goes on by Tab until the page is left, and names what the focus came to without being seen. */
async function unseenStops() {
  const walked = new Set<Element>();
  const unseen: string[] = [];
  (document.activeElement as HTMLElement | null)?.blur();
  for (;;) {
    const before = window.scrollY;
    await userEvent.keyboard('{Tab}');
    const control = document.activeElement;
    if (!control || control === document.body || walked.has(control)) break;
    walked.add(control);
    if (!isInSight(control)) unseen.push(nameOf(control));
    if (control.closest('[data-bottom-bar]') && window.scrollY !== before)
      unseen.push(`${nameOf(control)}, to which the page was scrolled`);
  }
  return { unseen, count: walked.size };
}

test.each(widths)(
  'on %s nothing that the keyboard comes to is out of sight or below a bar',
  async (_, size) => {
    await size();
    const { history } = await showWorld('/test', samplePackServices());
    for (const [path, sign] of screens) {
      history.push(path);
      await expect.element(sign()).toBeVisible();
      const { unseen, count } = await unseenStops();
      expect(unseen, path).toEqual([]);
      expect(count, path).toBeGreaterThan(3);
    }
  },
  60_000,
);
