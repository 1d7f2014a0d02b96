// As the router does: a request may name a whole address, with any host in it (RFC 9112, 3.2.2).
const schemeAndHost = /^https?:\/\/.*?\//;

/** Path and query of what a request asks for. */
export const pathAsked = (target: string) => target.replace(schemeAndHost, '/');

/** The whole address of what a request asks for, at the host's own origin whatever host it names. */
export const addressAsked = (target: string, publicUrl: string) =>
  new URL(`${new URL(publicUrl).origin}${pathAsked(target)}`);
