import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { HostDatabase } from '#database/database.ts';
import { isPasswordOf } from '#features/sign-in/account-store.ts';
import { countTry, forgive, mostOfLink, throttleKeys } from '#features/sign-in/try-store.ts';
import { pathAsked } from '#http/asked-address.ts';
import { HttpError } from '#http/errors.ts';
import { sendHtmlPage, unlisted } from '#http/html-page.ts';
import type { createLinkGate } from './link-gate.ts';
import { linkedMessage } from './link-store.ts';
import { lockDocument } from './lock-document.ts';
import { prospectTexts } from './texts.ts';
import { visitCounter } from './view-store.ts';

interface Dependencies {
  config: Config;
  database: HostDatabase;
  clock: Clock;
  gate: ReturnType<typeof createLinkGate>;
}

const entry = z.object({ password: z.string().min(1).max(255) });

/** Where the password of a link is entered; works without scripts. */
export const unlockRoutes =
  ({ config, database, clock, gate }: Dependencies): FastifyPluginAsync =>
  async (server) => {
    server.post<{ Params: { token: string }; Querystring: Record<string, unknown> }>(
      '/p/:token/unlock',
      { bodyLimit: 4096 },
      async (request, reply) => {
        const { token } = request.params;
        const message = await linkedMessage(database, token);
        const passage = message && (await gate.passage(message, request, visitCounter(database)));
        if (!message || passage === 'closed') throw new HttpError(404, 'Not ready');
        const toThePage = () =>
          reply
            .headers({ ...unlisted, 'cache-control': 'no-store' })
            .redirect(`/p/${token}${'own' in request.query ? '?own' : ''}`, 303);
        if (passage === 'open') return toThePage();

        const again = (status: number, problem: string) =>
          sendHtmlPage(reply.code(status), lockDocument(config.brand, pathAsked(request.url), problem));
        // Tries at a password that its sender has changed since say nothing of the new one.
        const throttle = throttleKeys(`link ${message.id} ${message.link_password}`, request.ip);
        const { waitS } = await database.write((trx) => countTry(trx, throttle, clock(), mostOfLink));
        if (waitS > 0) {
          reply.header('retry-after', String(waitS));
          return again(429, prospectTexts.tooManyTries);
        }
        const read = entry.safeParse(request.body);
        const isRight =
          read.success &&
          (await isPasswordOf({ password_hash: message.link_password ?? '' }, read.data.password));
        if (!isRight) return again(403, prospectTexts.wrongPassword);
        await database.write((trx) => forgive(trx, throttle));
        gate.unlock(reply, token, message);
        return toThePage();
      },
    );
  };
