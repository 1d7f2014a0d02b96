const isHostId = (key: string) => key.startsWith('drupal_internal__');

const fieldsOf = (record: object, which: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => which(key)));

/** The ids by which the host knows a record. */
export const hostIdsOf = (record: object) => fieldsOf(record, isHostId);

/** Without what says that the host has it, so that it is created there. */
export const unknownToHost = <R extends object>(record: R): R =>
  fieldsOf(record, (key) => !isHostId(key)) as R;

/** What a screen hands back may be from before the host told its ids, or forgot them. */
export const withIdsOf = <R extends object>(before: R, record: R): R => ({
  ...unknownToHost(record),
  ...hostIdsOf(before),
});
