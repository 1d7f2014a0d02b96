import { type Figure, median, megabytes, milliseconds } from '#benchmark.ts';
import { Device } from './device.ts';
import type { SizeName, World } from './world.ts';

const rounds = 7;
const slowness = 4;
const withinMs = 1000;
const mostHeap = 40_000_000;
/** A start with much content may take this much longer than one with little: what two starts differ anyway. */
const flatness = 1.25;

const starts = new Map<SizeName, number>();

/** The app is opened again while nobody answers, on a processor a quarter as fast; then what it holds in memory. */
export async function warmStart(world: World): Promise<Figure[]> {
  const { front, size, wholeChannel } = world;
  const device = await Device.start(front.url);
  await device.takeChannel(world);
  const afterSync = await device.heap();
  // Which of them are there is looked up with each start.
  await device.picturesKept();
  await front.stop();
  await device.slowDown(slowness);
  const took: { door: number; whole: number }[] = [];
  for (let round = -1; round < rounds; round++) {
    await device.page.reload();
    await device.page.waitForFunction(
      (whole) => window.notes.doors.at(-1)?.text.includes(whole),
      wholeChannel,
    );
    const { doors } = await device.notes();
    if (round < 0) continue;
    took.push({
      door: doors.find(({ isOpen }) => isOpen)?.at as number,
      whole: doors.at(-1)?.at as number,
    });
  }
  await device.slowDown(1);
  const heap = await device.heap();
  await device.stop();
  await front.start();
  const door = median(took.map((start) => start.door));
  const whole = median(took.map((start) => start.whole));
  starts.set(size, door);
  const small = starts.get('S') ?? door;
  return [
    {
      what: `warm start without a host, 4 times slower ${size}`,
      measured: `${milliseconds(door)} to a door of home, ${milliseconds(whole)} to its last word`,
      limit: `content S: ${milliseconds(small)}`,
      ratio: door / small,
      bar: `≤ ${withinMs} ms, ≤ ${flatness}`,
      isHeld: door <= withinMs && door <= small * flatness,
    },
    {
      what: `heap at home ${size}`,
      measured: `${megabytes(heap)}, ${megabytes(afterSync)} right after the sync`,
      limit: '',
      bar: `≤ ${megabytes(mostHeap)}`,
      isHeld: Math.max(heap, afterSync) <= mostHeap,
    },
  ];
}
