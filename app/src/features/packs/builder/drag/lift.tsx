import { createLift } from '../../carrying/lift.tsx';
import type { Dragged } from './places.ts';

export const { LiftArea, useLift } = createLift<Dragged>();
