/** Short words for the person, as the shell shows them. */
export interface Notice {
  id: string;
  tone: 'done' | 'waiting' | 'problem' | 'neutral';
  text: string;
  action?: { label: string; to: string };
  /** A problem that asks for nothing: it goes by itself after a while, as what is no problem does. */
  passes?: boolean;
  /** It goes by itself when this has come to its end. */
  until?: Promise<unknown>;
  /** Called when the person closes one that would not go by itself. */
  onClosed?: () => void;
}
