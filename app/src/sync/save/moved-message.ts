import type { Database } from '#storage/database.ts';

export const movedMark = (id: string) => `moved:${id}`;

/** The id under which a message that was recorded here is known by now. */
export async function idNow({ marks }: Pick<Database, 'marks'>, id: string): Promise<string> {
  const moved = (await marks.get(movedMark(id)))?.value;
  return typeof moved === 'string' ? moved : id;
}
