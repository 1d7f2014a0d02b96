import pino from 'pino';

// A link token and a file's key grant reading to whoever holds them, so no log has them.
const secretSegments = /^(\/p\/|\/(?:app\/pwa\/sitefiles|sites\/default\/files)\/)[^/?#]+/;

export const withoutSecrets = (url: string) => url.replace(secretSegments, '$1…').replace(/\?.*$/s, '?…');

/** The host's log: one line of JSON per event on standard output. */
export const createLog = (level: string) =>
  pino({
    level,
    serializers: {
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        ip: request.ip,
      }),
    },
  });
