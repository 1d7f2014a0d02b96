import { expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { type ChannelIntake, createChannelIntake } from './channel-intake.ts';
import { createSpareIntake } from './spare-intake.ts';

function startIntakes() {
  const database = openDatabase('spare-intake');
  const opened: ChannelIntake[] = [];
  const closed: ChannelIntake[] = [];
  const broken = new Set<ChannelIntake>();
  const timers: (() => void)[] = [];
  const warmed: ChannelIntake[] = [];
  const open = () => {
    const intake: ChannelIntake = {
      ...createChannelIntake(database),
      warmUp: () => void warmed.push(intake),
      isBroken: () => broken.has(intake),
      close: () => void closed.push(intake),
    };
    opened.push(intake);
    return intake;
  };
  return {
    intakes: createSpareIntake(open, (task) => void timers.push(task)),
    opened,
    closed,
    broken,
    warmed,
    passTime: () => timers.splice(0).forEach((task) => void task()),
  };
}

test('what was made ready is handed out once, and time does not take it away again', () => {
  const { intakes, opened, closed, passTime } = startIntakes();
  intakes.prepare();
  intakes.prepare();
  expect(opened).toHaveLength(1);
  expect(intakes.open()).toBe(opened[0]);
  expect(intakes.open()).toBe(opened[1]);
  passTime();
  expect(closed).toEqual([]);
});

test('what is made ready in advance is warmed up, and what is wanted at once is not held up by that', () => {
  const { intakes, opened, warmed } = startIntakes();
  intakes.prepare();
  expect(warmed).toEqual(opened);
  intakes.open();
  intakes.open();
  expect(opened).toHaveLength(2);
  expect(warmed).toEqual(opened.slice(0, 1));
});

test('what nobody asked for is closed after a while', () => {
  const { intakes, opened, closed, passTime } = startIntakes();
  intakes.prepare();
  passTime();
  expect(closed).toEqual(opened);
  expect(intakes.open()).toBe(opened[1]);
});

test('one that could not be loaded is not handed out', () => {
  const { intakes, opened, closed, broken } = startIntakes();
  intakes.prepare();
  broken.add(opened[0]!);
  expect(intakes.open()).toBe(opened[1]);
  expect(closed).toEqual([opened[0]]);
});
