import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import { HttpError } from '#http/errors.ts';
import type { Bounces } from '#mail/bounces.ts';

interface Dependencies {
  config: Pick<Config, 'bounces'>;
  bounces: Bounces;
}

// The report of a bounce brings at most the mail along, and those of this host are small.
const longestBytes = 5 * 1024 * 1024;

/**
 * Takes mails that came back from a mail server that knows the secret; without one there is no such address. Whatever is
 * no bounce of ours is taken as well, so that the server does not try again.
 */
export const bounceRoutes =
  ({ config, bounces }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    const { hookSecret } = config.bounces;
    if (hookSecret === undefined) return;
    const right = digest(`Bearer ${hookSecret}`);

    server.addContentTypeParser(
      'message/rfc822',
      { parseAs: 'buffer', bodyLimit: longestBytes },
      async (_request: unknown, body: Buffer) => body,
    );
    // Before a stranger's megabytes are read.
    server.addHook('onRequest', async (request: FastifyRequest) => {
      if (timingSafeEqual(digest(request.headers.authorization ?? ''), right)) return;
      throw new HttpError(401, 'The secret for handing over bounces is missing or wrong.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    });

    server.post<{ Body: unknown }>('/mail/bounces', async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw new HttpError(415, 'A mail is sent as message/rfc822.');
      const takenAs = await bounces.take(request.body);
      return reply.header('cache-control', 'no-store').send({ status: 'ok', takenAs });
    });
  };

const digest = (text: string) => createHash('sha256').update(text).digest();
