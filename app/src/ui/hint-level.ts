import { createContext, useContext } from 'react';

/** MODEL-30. Each shows what the ones before it show, and more. */
export const hintLevels = { none: 0, normal: 1, verbose: 2 } as const;

export type HintLevel = (typeof hintLevels)[keyof typeof hintLevels];

export const HintLevelContext = createContext<HintLevel>(hintLevels.verbose);

/** @param isEssential whether the hint says what nothing else on the page shows, so that it stays when hints are few */
export const useShowsHint = (isEssential = false) =>
  useContext(HintLevelContext) >= (isEssential ? hintLevels.normal : hintLevels.verbose);

/** Words that show at a resting pointer, as far as hints are wanted (MODEL-31). They are no accessible name. */
export const useHintTitle = (words: string, isEssential = false) =>
  useShowsHint(isEssential) ? words : undefined;
