import type { Database } from '#storage/database.ts';
import type { HelpPageRecord } from '#storage/records.ts';

/** Who the help pages of this device came for last; kept in the same transaction as those. */
const markId = 'help-reader';

type Marks = Pick<Database, 'marks'>;

export const isHelpReader = async ({ marks }: Marks, userId: string | null) => {
  const mark = await marks.get(markId);
  return mark !== undefined && mark.value === userId;
};

export const noteHelpReader = ({ marks }: Marks, userId: string | null) =>
  marks.put({ id: markId, value: userId });

/** The address of a page that is for some roles holds a key, by which whoever has it may read on. */
export const hasKey = ({ path }: HelpPageRecord) => /[?&]key=/.test(path?.alias ?? '');
