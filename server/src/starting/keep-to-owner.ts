/**
 * Whatever this process writes from now on is for its own user: others of the machine need neither the database with the keys
 * nor the files and mails beside it.
 */
export function keepToOwner() {
  process.umask(0o077);
}
