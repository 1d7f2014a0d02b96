/** What the editor ends with (PEDIT-06): the view of the pack, or its way to a prospect; the wizard takes one step at a time. */
export type EditorWay = 'edit_save' | 'edit_send' | 'wizard';

export type EditorStep = 'details' | 'contents' | 'send';

/** The editor's steps in order (PEDIT-01, PEDIT-02, NAV-31). */
export const stepsOf = (way: EditorWay): readonly EditorStep[] =>
  way === 'edit_save' ? ['details', 'contents'] : ['details', 'contents', 'send'];

/** Null after the last one. */
export const stepAfter = (way: EditorWay, step: EditorStep): EditorStep | null => {
  const steps = stepsOf(way);
  return steps[steps.indexOf(step) + 1] ?? null;
};

export const stepBefore = (way: EditorWay, step: EditorStep): EditorStep | null => {
  const steps = stepsOf(way);
  return steps[steps.indexOf(step) - 1] ?? null;
};
