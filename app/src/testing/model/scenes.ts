import fc from 'fast-check';
import { logScenes } from './scenes/log-scenes.ts';
import { messageScenes } from './scenes/message-scenes.ts';
import { packScenes } from './scenes/pack-scenes.ts';
import { peopleScenes } from './scenes/people-scenes.ts';
import { restoreScenes } from './scenes/restore-scenes.ts';
import { parts } from './scenes/scene-parts.ts';
import { windowScenes } from './scenes/window-scenes.ts';
import type { Step } from './steps.ts';

/** What seldom comes about by itself, and is where work gets lost. */
const scenes = {
  ...packScenes,
  ...messageScenes,
  ...windowScenes,
  ...peopleScenes,
  ...restoreScenes,
  ...logScenes,
};

export const scene: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom(...Object.values(scenes)), parts)
  .map(([play, given]) => play(given));
