import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** A mouse and a finger of the browser's own, for what a click cannot show. */

interface Point {
  x: number;
  y: number;
}

interface Input {
  send(method: string, parameters: Record<string, unknown>): Promise<unknown>;
}

// A test runs in a frame of the page that gets the input.
function onPage({ x, y }: Point): Point {
  const frame = window.frameElement?.getBoundingClientRect();
  return { x: x + (frame?.x ?? 0), y: y + (frame?.y ?? 0) };
}

export function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

const input = () => cdp() as unknown as Input;

const mouseEvent = (type: string, point: Point, buttons: number) =>
  input().send('Input.dispatchMouseEvent', {
    type,
    ...onPage(point),
    button: type === 'mouseMoved' ? 'none' : 'left',
    buttons,
    clickCount: 1,
  });

const touchEvent = (type: string, points: Point[]) =>
  input().send('Input.dispatchTouchEvent', { type, touchPoints: points.map(onPage) });

/** Lets go once, in the way that is asked for; at the latest when the test is over, for the next one's sake. */
function lettingGo<Way>(letGo: (way: Way) => Promise<unknown>, atLast: Way) {
  let isDown = true;
  const once = async (way: Way) => {
    if (!isDown) return;
    isDown = false;
    await letGo(way);
  };
  onTestFinished(() => once(atLast));
  return once;
}

const touchEnding = () => lettingGo<'touchEnd' | 'touchCancel'>((type) => touchEvent(type, []), 'touchEnd');

const steps = 6;
const between = (from: Point, to: Point, step: number): Point => ({
  x: from.x + ((to.x - from.x) * step) / steps,
  y: from.y + ((to.y - from.y) * step) / steps,
});

/** Presses at one point and moves by and by; `drop` lets go, at the latest when the test is over. */
export async function mouseFrom(from: Point) {
  await mouseEvent('mouseMoved', from, 0);
  await mouseEvent('mousePressed', from, 1);
  let at = from;
  const letGo = lettingGo(() => mouseEvent('mouseReleased', at, 0), null);
  return {
    async to(point: Point) {
      for (let step = 1; step <= steps; step += 1)
        await mouseEvent('mouseMoved', between(at, point, step), 1);
      at = point;
    },
    drop: () => letGo(null),
  };
}

/** A finger that moves as soon as it is down, however busy the machine is; `lift` takes it off. */
export async function swipe(from: Point, to: Point) {
  const moves = Array.from({ length: steps }, (_, step) => between(from, to, step + 1));
  // Nothing is waited for in between: a finger that rests would hold.
  await Promise.all([
    touchEvent('touchStart', [from]),
    ...moves.map((point) => touchEvent('touchMove', [point])),
  ]);
  const end = touchEnding();
  return { lift: () => end('touchEnd') };
}

/** Puts a finger down; `lift` takes it off, at the latest when the test is over. */
export async function fingerAt(from: Point) {
  await touchEvent('touchStart', [from]);
  const end = touchEnding();
  let at = from;
  return {
    async to(point: Point) {
      for (let step = 1; step <= steps; step += 1) await touchEvent('touchMove', [between(at, point, step)]);
      at = point;
    },
    lift: () => end('touchEnd'),
    /** The device takes the touch away, as for a call. */
    lose: () => end('touchCancel'),
  };
}
