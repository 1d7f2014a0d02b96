import { createLift } from '../../lift.tsx';
import type { Dragged } from './places.ts';

export const { LiftArea, useLift } = createLift<Dragged>();
