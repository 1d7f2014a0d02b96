import type { ChannelIntake } from './channel-intake.ts';

/** Whoever looks at the list of channels for longer takes one a little more slowly. */
const keptForMs = 120_000;

/**
 * Opens intakes. One can be made ready before it is known which channel it will take in: to start a thread takes longer
 * than to ask the host.
 */
export function createSpareIntake(
  open: () => ChannelIntake,
  setTimeout: (task: () => void, ms: number) => void,
) {
  let spare: ChannelIntake | null = null;

  function drop(intake: ChannelIntake) {
    if (spare !== intake) return;
    spare = null;
    intake.close();
  }

  return {
    prepare() {
      if (spare) return;
      const intake = open();
      intake.warmUp();
      spare = intake;
      setTimeout(() => drop(intake), keptForMs);
    },
    open(): ChannelIntake {
      // One that could not be loaded then may be loaded now.
      if (spare?.isBroken()) drop(spare);
      const intake = spare ?? open();
      spare = null;
      return intake;
    },
  };
}
