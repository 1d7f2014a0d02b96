import { expect, test } from 'vitest';
import { afterSleep } from './after-sleep.ts';

function window() {
  const events = new EventTarget();
  const state = { clock: 0, visibility: 'visible' as DocumentVisibilityState, beat: () => {}, awake: 0 };
  const onAwake = () => {
    state.awake += 1;
  };
  afterSleep(onAwake, {
    document: Object.defineProperty(events, 'visibilityState', {
      get: () => state.visibility,
    }) as unknown as Document,
    setInterval: (beat) => {
      state.beat = beat;
    },
    now: () => state.clock,
  });
  const passes = (ms: number) => {
    state.clock += ms;
    state.beat();
  };
  const tell = (type: string) => events.dispatchEvent(new Event(type));
  return { state, passes, tell };
}

test('a window that the browser froze or hid is told when it is back', () => {
  const { state, tell } = window();
  tell('resume');
  expect(state.awake).toBe(1);
  state.visibility = 'hidden';
  tell('visibilitychange');
  expect(state.awake).toBe(1);
  state.visibility = 'visible';
  tell('visibilitychange');
  expect(state.awake).toBe(2);
});

test('a window that stood still without being told finds out by its missing beats, once', () => {
  const { state, passes } = window();
  passes(5_000);
  passes(8_000);
  expect(state.awake).toBe(0);
  passes(16_000);
  expect(state.awake).toBe(1);
  passes(5_000);
  expect(state.awake).toBe(1);
});

test('a hidden window that may beat once a minute only is not awake all the time', () => {
  const { state, passes } = window();
  state.visibility = 'hidden';
  passes(60_000);
  passes(60_000);
  expect(state.awake).toBe(0);
});
