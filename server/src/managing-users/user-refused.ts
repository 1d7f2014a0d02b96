/** Something about users cannot be done, and the message says why. */
export class UserRefused extends Error {
  override name = 'UserRefused';
}
