/** Another window took over what this one was about to write over: it had been frozen for too long. */
export class Displaced extends Error {
  constructor() {
    super('Another window of this device has taken over');
    this.name = 'Displaced';
  }
}
