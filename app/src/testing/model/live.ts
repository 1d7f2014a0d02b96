import { channelIsWhole } from './channel-truths.ts';
import { doDeed, tryAgain } from './deeds.ts';
import { isCalm, noteWhatIsHeldUp, noteWhatIsOver } from './held-up.ts';
import { keepState, putBack } from './put-back.ts';
import { sameIdsEveryTime } from './same-ids.ts';
import type { Deed, Index, Step } from './steps.ts';
import { createWorld, inMemory, type ModelDevice, type World } from './world.ts';

/** Starts a deed; nothing that it comes to is waited for, as a window may be closed meanwhile. */
function begin(world: World, deed: Deed) {
  // What fails, fails before somebody's eyes.
  world.follow(
    world.devices[deed.device].tab(deed.tab),
    doDeed(world, deed).catch(() => {}),
  );
}

const thaw = ({ tabs }: ModelDevice) => {
  for (const tab of tabs) tab?.life.frozen?.thaw();
};

function heldCallsGoOn({ line }: ModelDevice) {
  for (const goOn of line.held.splice(0)) goOn();
}

/** What it was at goes on with the next push, whichever window that comes from. */
function close(device: ModelDevice, index: Index) {
  const tab = device.tabs[index];
  if (!tab) return;
  if (tab.life.heldUp > 0) Object.assign(device, { wasCut: true, isShaken: true });
  tab.kill();
}

async function lateCallsArrive({ line }: ModelDevice) {
  for (const call of line.late.splice(0)) await call();
}

/** A device that nobody has used yet is signed in to by the first person, and filled. */
async function handOut(world: World, device: ModelDevice) {
  if (device.users.size > 0) return;
  const at = { device: device.number as 0 | 1, tab: 0 as const };
  device.users.add('nora');
  await step(world, { do: 'sign in', person: 'nora', ...at });
  await step(world, { do: 'sync', ...at });
}

async function take(world: World, step: Step) {
  const { host, devices } = world;
  world.isOneAtATime = true;
  switch (step.do) {
    case 'at once':
      for (const { device } of step.deeds) await handOut(world, devices[device]);
      // A device that is handed out takes steps of its own.
      world.isOneAtATime = false;
      for (const [at, deed] of step.deeds.entries()) {
        devices[deed.device].pace[deed.tab] = step.pace[at] ?? 0;
        begin(world, deed);
      }
      return;
    case 'line':
      devices[step.device].line.state = step.state;
      return;
    case 'faults':
      devices[step.device].line.faults = [...step.faults];
      return;
    case 'records are refused':
      devices[step.device].line.refusals = step.count;
      return;
    case 'keep state':
      return keepState(world, devices[step.device]);
    case 'put back':
      return putBack(world, devices[step.device]);
    case 'held calls go on':
      return heldCallsGoOn(devices[step.device]);
    case 'late calls arrive':
      return lateCallsArrive(devices[step.device]);
    case 'trap':
      devices[step.device].tab(step.tab).life.trap = { kind: step.kind, after: step.after };
      Object.assign(devices[step.device], { wasCut: true, isShaken: true });
      return;
    case 'close':
      return close(devices[step.device], step.tab);
    case 'thaw':
      return thaw(devices[step.device]);
    case 'full':
      Object.assign(devices[step.device], { full: { ...step }, wasFull: true, wasCut: true, isShaken: true });
      return;
    case 'clock':
      devices[step.device].clockOff = step.off;
      return;
    case 'time':
      return world.pass(step.ms);
    case 'tokens end':
      return host.sessions.endAccess();
    case 'sessions end':
      return host.sessions.endAll();
    case 'mail':
      return host.mail();
    case 'back up':
      return host.backUp();
    case 'restore':
      world.ledger.restored();
      return host.restore();
    case 'publish':
      return host.publish();
    case 'events are refused':
      return host.refuseEvents(step.count);
    default:
      await handOut(world, devices[step.device]);
      begin(world, step);
  }
}

// Long enough that a window which froze is noticed before the next step, that what came nowhere is tried again, and that no two
// states share a second.
const betweenStepsMs = 40_000;

/** All faults end, and everybody who used a device comes back to it, looks after what waits and refreshes. */
async function settleAll(world: World) {
  for (const device of world.devices) {
    for (const tab of device.tabs) if (tab) tab.life.trap = null;
    await lateCallsArrive(device);
    Object.assign(device.line, { state: 'up', faults: [], refusals: 0 });
    device.full.writes = 0;
    heldCallsGoOn(device);
    thaw(device);
  }
  world.host.refuseEvents(0);
  await world.settled();
  for (const { tabs } of world.devices) {
    for (const tab of tabs) {
      if (!tab || tab.life.isDead) continue;
      // As every window does from time to time.
      world.follow(tab, tab.device.connection.ask());
    }
  }
  await world.pass(2 * 3_600_000);
  // Twice, so that each device hears of what the other one brought.
  for (const _round of [1, 2]) for (const device of world.devices) await comeBack(world, device);
}

async function tryAllAgain(world: World, device: ModelDevice) {
  const tab = device.tab(0);
  for (const item of await tab.device.waiting.items()) await tryAgain(world, tab, item);
  await step(world, { do: 'push', device: device.number as 0 | 1, tab: 0 });
}

/** Everybody who used a device, whoever has it now last. */
async function comeBack(world: World, device: ModelDevice) {
  const at = { device: device.number as 0 | 1, tab: 0 as const };
  for (const person of device.users) {
    await step(world, { do: 'sign in', person, ...at });
    await step(world, { do: 'sync', ...at });
    const { waiting, service } = device.tab(0).device;
    if (service.current().user === null) {
      // The host had ended the session.
      await step(world, { do: 'sign in', person, ...at });
      await step(world, { do: 'sync', ...at });
    }
    await step(world, { do: 'push', ...at });
    await noteWhatIsHeldUp(world, device, device.tab(0));
    await tryAllAgain(world, device);
    // What was refused may be asked about then: the other device has changed the same meanwhile.
    if ((await waiting.items()).length > 0) await tryAllAgain(world, device);
    await step(world, { do: 'push log', ...at });
    world.host.mail();
  }
  await step(world, { do: 'sync', ...at });
}

async function step(world: World, one: Step) {
  await take(world, one);
  await world.settled();
  await world.pass(betweenStepsMs);
  for (const device of world.devices) {
    device.latest = Math.max(device.latest, world.clock.now() + device.clockOff);
    await channelIsWhole(world, device);
    const tab = device.tabs.find((each) => each && !each.life.isDead);
    if (tab) await noteWhatIsOver(device, tab);
    if (tab && isCalm(device)) await noteWhatIsHeldUp(world, device, tab);
  }
}

/** Lives through a history, lets everything settle, and hands the world to those who look at it. */
export async function live(
  history: readonly Step[],
  look: (world: World) => Promise<void>,
  surroundings = inMemory(),
) {
  const world = createWorld(surroundings);
  const endSameIds = sameIdsEveryTime();
  try {
    for (const one of history) await step(world, one);
    await settleAll(world);
    world.host.mail();
    await look(world);
  } finally {
    await world.close();
    endSameIds();
  }
}
