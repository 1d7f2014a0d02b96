import type { ReadingProblem } from '../reading-problem.ts';

export interface OfficePicture {
  /** One of the types that browsers show and that run nothing. */
  mime: string;
  base64: string;
}

/** A Word document as its text: whoever shows it sanitises the HTML and puts the pictures in. */
export interface WordContent {
  /** From outside, and hostile until it is sanitised. Picture n has the address `pictureAddress(n)`. */
  html: string;
  pictures: OfficePicture[];
}

export interface Cell {
  text: string;
  isNumber: boolean;
  /** Columns it reaches over, when more than one. */
  columns?: number;
}

export interface Sheet {
  name: string;
  /** px, of each column that is not hidden. */
  widths: number[];
  /** The letters of each column that is not hidden. */
  letters: string[];
  rows: { number: number; cells: (Cell | null)[] }[];
  /** There are more rows or columns than are shown. */
  isCut: boolean;
}

export type OfficeContent = { kind: 'word'; word: WordContent } | { kind: 'excel'; sheets: Sheet[] };

export type OfficeAnswer = { content: OfficeContent } | { problem: ReadingProblem };

export interface OfficeQuestion {
  kind: OfficeContent['kind'];
  bytes: ArrayBuffer;
}

/** An address that no host has. */
export const pictureAddress = (at: number) => `https://pictures.invalid/${at}`;
