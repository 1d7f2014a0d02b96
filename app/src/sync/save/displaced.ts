/** Another window took over what this one was about to write over: it had been frozen for too long. */
export class Displaced extends Error {
  constructor() {
    super('Another window of this device has taken over');
    this.name = 'Displaced';
  }
}

/** Whether no other window has taken over since. */
export type IsOurs = () => Promise<boolean>;

/** What a window knows that froze for so long that another one went on is too old to act upon. @throws Displaced */
export async function insist(isOurs: IsOurs) {
  if (!(await isOurs())) throw new Displaced();
}
