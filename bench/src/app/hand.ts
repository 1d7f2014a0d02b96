import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { type Figure, median, milliseconds } from '#benchmark.ts';
import type { Device } from './device.ts';

const longestTaskMs = 50;
// Longer than anything that is put off until the hand rests.
const restMs = 1000;

/** Traces of all steps go into the folder that this names. Tracing takes time of its own, so that figures do not count. */
const tracesIn = process.env.SATCHEL_BENCH_TRACES;

interface Point {
  x: number;
  y: number;
}

export interface Step {
  what: string;
  /** ms in which the page could not answer, at most: a task and the painting that follows it. */
  longest: number;
}

/**
 * The same steps made once or several times: the median of each counts. Where the browser collects its garbage, and what else the
 * machine does, falls into another step each time.
 */
export const figuresOf = (rounds: readonly (readonly Step[])[]): Figure[] =>
  (rounds[0] ?? []).map(({ what }, at) => {
    const longest = rounds.map((steps) => steps[at]?.longest ?? 0);
    return {
      what,
      measured: longest.map((ms) => (ms === 0 ? 'nothing long' : milliseconds(ms))).join(', '),
      limit: '',
      bar: `≤ ${longestTaskMs} ms`,
      isHeld: median(longest) <= longestTaskMs,
    };
  });

/** What a hand does on a screen, each with the longest time in which the page could not answer. */
export class Hand {
  readonly steps: Step[] = [];
  readonly #device: Device;
  readonly #where: string;

  constructor(device: Device, where: string) {
    this.#device = device;
    this.#where = where;
  }

  get #page() {
    return this.#device.page;
  }

  async time(what: string, work: () => Promise<unknown>) {
    const endTrace = tracesIn && (await this.#device.trace());
    const from = await this.#page.evaluate(() => performance.now());
    await work();
    const { tasks, frames } = await this.#longOnesFrom(from);
    if (endTrace)
      await writeFile(join(tracesIn, `${this.#where} ${what}.json`.replaceAll(' ', '-')), await endTrace());
    const longest = Math.max(0, ...tasks, ...frames.map(({ held }) => held));
    const step = { what: `${this.#where}: ${what}`, longest };
    this.steps.push(step);
    const longestFrame = Math.max(0, ...frames.map(({ ms }) => ms));
    console.log(
      `  ${step.what}: ${tasks.length === 0 ? 'no' : tasks.length} long, ${milliseconds(Math.max(0, ...tasks))}; with what is painted ${milliseconds(longest)}; longest frame ${milliseconds(longestFrame)}`,
    );
  }

  /** Tasks in ms and frames, until what follows of the work is done, too. */
  #longOnesFrom(from: number) {
    return this.#page.evaluate(
      async ({ from, restMs }) => {
        const isOf = ({ at }: { at: number }) => at >= from;
        const tasks = () => window.notes.longTasks.filter(isOf).map(({ ms }) => ms);
        const frames = () => window.notes.longFrames.filter(isOf);
        const count = () => tasks().length + frames().length;
        for (let seen = -1; seen !== count(); ) {
          seen = count();
          await new Promise((resolve) => setTimeout(resolve, restMs));
        }
        return { tasks: tasks(), frames: frames() };
      },
      { from, restMs },
    );
  }

  /**
   * The middle of what is there. Looked up before time is taken: on a page with thousands of elements finding one by its
   * role keeps the page from answering for longer than most of what is measured.
   */
  async middleOf(what: Locator): Promise<Point> {
    await what.waitFor();
    const box = await what.boundingBox();
    if (!box) throw new Error('There is nothing to reach for.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Waits for an element without asking the page much. */
  async until(selector: string, isThere = true) {
    await this.#page.waitForFunction(
      ({ selector, isThere }) => (document.querySelector(selector) !== null) === isThere,
      { selector, isThere },
      { polling: 100 },
    );
  }

  press({ x, y }: Point) {
    return this.#page.mouse.click(x, y);
  }

  async scroll({ x, y }: Point) {
    const { mouse } = this.#page;
    await mouse.move(x, y);
    for (let turn = 0; turn < 30; turn++) await mouse.wheel(0, 900);
  }

  /** Pulls a grip by the mouse, in steps as a hand makes them, and holds it there. */
  async carry({ x, y }: Point, by: Point) {
    const { mouse } = this.#page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 10, y + 10, { steps: 3 });
    await mouse.move(x + by.x, y + by.y, { steps: 20 });
  }
}
