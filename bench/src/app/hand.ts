import type { Locator, Page } from 'playwright';
import { type Figure, milliseconds } from '#benchmark.ts';

const longestTaskMs = 50;
// Longer than anything that is put off until the hand rests.
const restMs = 1000;

/** What a hand does on a screen, each with the longest time in which the page could not answer. */
export class Hand {
  readonly figures: Figure[] = [];
  readonly #page: Page;
  readonly #where: string;

  constructor(page: Page, where: string) {
    this.#page = page;
    this.#where = where;
  }

  async time(what: string, work: () => Promise<unknown>) {
    const from = await this.#page.evaluate(() => performance.now());
    await work();
    // Until what follows of it is done, too.
    const tasks = await this.#page.evaluate(
      async ({ from, restMs }) => {
        const long = () => window.notes.longTasks.filter(({ at }) => at >= from).map(({ ms }) => ms);
        for (let seen = -1; seen !== long().length; ) {
          seen = long().length;
          await new Promise((resolve) => setTimeout(resolve, restMs));
        }
        return long();
      },
      { from, restMs },
    );
    const longest = Math.max(0, ...tasks);
    this.figures.push({
      what: `${this.#where}: ${what}`,
      measured: tasks.length === 0 ? 'no long task' : `${tasks.length} long, ${milliseconds(longest)}`,
      limit: '',
      bar: `≤ ${longestTaskMs} ms`,
      isHeld: longest <= longestTaskMs,
    });
  }

  async scroll(over: Locator) {
    await over.hover();
    for (let turn = 0; turn < 30; turn++) await this.#page.mouse.wheel(0, 900);
  }

  /** Pulls a grip by the mouse, in steps as a hand makes them, and holds it there. */
  async carry(grip: Locator, by: { x: number; y: number }) {
    const box = await grip.boundingBox();
    if (!box) throw new Error('There is nothing to lift.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.#page.mouse.move(x, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(x + 10, y + 10, { steps: 3 });
    await this.#page.mouse.move(x + by.x, y + by.y, { steps: 20 });
  }
}
