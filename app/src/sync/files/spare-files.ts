import type { Database } from '#storage/database.ts';

type Marks = Pick<Database, 'marks'>;

const mark = 'spare-files';

/** Content has gone for good, and its files with it once somebody looks. Inside the caller's transaction. */
export const noteSpareFiles = ({ marks }: Marks) => marks.put({ id: mark, value: true });

export const hasSpareFiles = async ({ marks }: Marks) => (await marks.get(mark)) !== undefined;

export const forgetSpareFiles = ({ marks }: Marks) => marks.delete(mark);
