/** Where a text was tapped to be written in. */
export interface Tapped {
  /** px from the left edge of its words */
  left: number;
  /** px from the upper edge of its words */
  top: number;
  /** Upper edge of its words, px of the page: there they are to stay. */
  wordsAt: number;
}
