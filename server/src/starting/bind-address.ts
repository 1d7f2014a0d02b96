const everyInterface = '0.0.0.0';
export const loopback = '127.0.0.1';

/** Where the host answers: HOST decides; without it nobody else reaches a host whose passwords are public. */
export const bindAddress = (bindHost: string | undefined, hasDemoPasswords: boolean) =>
  bindHost ?? (hasDemoPasswords ? loopback : everyInterface);

export const isLoopback = (address: string) => /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(address);
