import { createContext } from 'react';

/** MODEL-30. Each shows what the ones before it show, and more. */
export const hintLevels = { none: 0, normal: 1, verbose: 2 } as const;

export type HintLevel = (typeof hintLevels)[keyof typeof hintLevels];

export const HintLevelContext = createContext<HintLevel>(hintLevels.verbose);
