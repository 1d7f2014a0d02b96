import type { DBCore, DBCoreTable, Middleware } from 'dexie';

type Mutate = DBCoreTable['mutate'];

/**
 * What every write of the database passes through.
 * @param level further away from the browser the higher it is; the library's own end at 2
 */
export const onWrites = (
  name: string,
  through: (next: Mutate, tableName: string) => Mutate,
  level = 10,
): Middleware<DBCore> => ({
  stack: 'dbcore',
  name,
  level,
  create: (core) => ({
    ...core,
    table(tableName) {
      const table = core.table(tableName);
      return { ...table, mutate: through((request) => table.mutate(request), tableName) };
    },
  }),
});
