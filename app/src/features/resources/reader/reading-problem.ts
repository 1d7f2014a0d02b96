/** Why a document cannot be read here. Each has its words in texts.ts. */
export type ReadingProblem =
  /** Only who knows its password can read it. */
  | 'password'
  /** A file of Office that is encrypted or of its old kind, which look alike from outside. */
  | 'old'
  /** It is not what its name says, or damaged. */
  | 'broken'
  /** The host does not give it out any more. */
  | 'missing'
  /** It is not on this device and nobody answers. */
  | 'unreachable'
  /** It holds more than a tablet can take. */
  | 'too-large'
  /** No reader of this kind of file shows it as it is. */
  | 'unknown-kind';
