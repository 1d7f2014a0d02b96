import type { Locator } from '@playwright/test';

/** A mouse pulls something by its grip to the upper edge of something else; it is still held. */
export async function pullAbove(grip: Locator, other: Locator) {
  const { mouse } = grip.page();
  await grip.hover();
  await mouse.down();
  const box = await other.boundingBox();
  if (!box) throw new Error('What it is to be put above is not on the page');
  await mouse.move(box.x + 20, box.y + 4, { steps: 8 });
}
