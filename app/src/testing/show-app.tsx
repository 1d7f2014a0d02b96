import '#ui/mantine-styles.ts';
import { notifications } from '@mantine/notifications';
import { createMemoryHistory } from '@tanstack/react-router';
import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Services } from '#services.ts';
import { App } from '#shell/app.tsx';
import type { SampleOptions } from './sample-options.ts';
import { sampleServices } from './sample-services.ts';

/** The whole app with given services, opened at an address behind the hash. */
export async function showWorld<World extends { services: Services }>(path: string, world: World) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const screen = await render(<App services={world.services} history={history} />);
  const at = () => history.location.pathname;
  return { ...world, screen, history, at };
}

/** The whole app with sample services. */
export const showApp = (path: string, options: SampleOptions = {}) =>
  showWorld(path, sampleServices(options));

/** What Mantine fades in has its first style before its animation runs, so that the animation alone does not tell. */
const isFading = () =>
  [...document.querySelectorAll('[style*="transition-property"]')].some(
    (element) => getComputedStyle(element).opacity !== '1',
  );

/** Half faded words have no contrast to measure, and what slides in is not yet where it stands. Spinners, which never end, are not waited for. */
export async function motionEnds() {
  await expect.poll(isFading).toBe(false);
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished),
  );
}

/** Fails with what axe finds on the page as it stands; `where` names the page when a test looks at several. */
export async function expectNoAxeViolations(where = 'the page') {
  await motionEnds();
  // An open menu lies in the body, beside all landmarks, and Mantine keeps its first focus in an empty element of it.
  const enabled = document.querySelector('[role="menu"]') === null;
  const { violations } = await axe.run(document, {
    rules: { region: { enabled }, 'aria-required-children': { enabled } },
    // What passed, and how to select what did not, is most of its work and is not looked at.
    resultTypes: ['violations'],
    selectors: false,
  });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, where).toEqual([]);
}

/** What one test was told must not stand in the next. */
export const clearNotices = () => {
  notifications.clean();
  notifications.cleanQueue();
};

export const phone = () => page.viewport(390, 844);
export const tablet = () => page.viewport(1180, 820);
export const desktop = () => page.viewport(1440, 900);

/** Both schemes, as the device would ask for them. */
export function setColorScheme(scheme: 'light' | 'dark') {
  localStorage.setItem('mantine-color-scheme-value', scheme);
}

/** The page as it stands is clean under axe and nothing of it scrolls sideways, on a phone, a tablet and a desk. */
export async function expectCleanAtEveryWidth() {
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height);
    await expectNoAxeViolations(`${width}`);
    // What is measured before it is folded, as a bar of an editor that has just come, is so a frame later.
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
  await tablet();
}
