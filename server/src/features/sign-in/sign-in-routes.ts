import { timingSafeEqual } from 'node:crypto';
import { roles as allRoles, type Role } from '@satchel/core/contract/roles.ts';
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import type { Clock } from '#clock.ts';
import type { Config } from '#config.ts';
import type { HostDatabase } from '#database/database.ts';
import { fold } from '#database/dialect.ts';
import { requireUser } from '#http/viewer.ts';
import { accessTokenLifetimeS, type Keys } from '#keys.ts';
import { findByLogin, isPasswordOf, isStillOpenTo, longestPassword, rolesOf } from './account-store.ts';
import { createAuthenticate } from './authenticate.ts';
import { answerOauthErrors, OauthError } from './oauth-error.ts';
import {
  forgetEndedSessions,
  type OpenSession,
  openSession,
  refreshSession,
  revokeByRefreshToken,
  revokeSession,
  standingSession,
} from './session-store.ts';
import { createTriesUnderWay } from './tries-under-way.ts';
import { countTry, forgetOldTries, forgive, type ThrottleKeys, throttleKeys } from './try-store.ts';

interface Dependencies {
  config: Pick<Config, 'client'>;
  database: HostDatabase;
  keys: Keys;
  clock: Clock;
}

const field = z.string().max(4096);
const clientFields = { client_id: field, client_secret: field.optional() };

const tokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('password'),
    ...clientFields,
    username: field,
    password: field,
    scope: field.optional(),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    ...clientFields,
    refresh_token: field,
    scope: field.optional(),
  }),
]);

const revocation = z.object({ ...clientFields, token: field, token_type_hint: field.optional() });

const sweepEveryMs = 5 * 60_000;

/** Sign-in, refresh and sign-out (content-host contract, section 3; RFC 6749 and RFC 7009). */
export const signInRoutes = ({ config, database, keys, clock }: Dependencies): FastifyPluginAsync =>
  async function signIn(server) {
    answerOauthErrors(server);
    const authenticate = createAuthenticate({ database, keys, clock });
    const underWay = createTriesUnderWay();

    const sweeper = setInterval(() => {
      database
        .write(async (trx) => {
          await forgetOldTries(trx, clock());
          await forgetEndedSessions(trx, clock());
        })
        .catch((error) => server.log.warn({ err: error }));
    }, sweepEveryMs).unref();
    server.addHook('onClose', async () => clearInterval(sweeper));

    server.post('/oauth/token', async (request, reply) => {
      const asked = readForm(tokenRequest, request.body);
      checkClient(asked, config.client);
      checkScope(asked.scope);
      const session =
        asked.grant_type === 'password'
          ? await signInByPassword(asked, request.ip)
          : await refresh(asked.refresh_token, request.ip);
      if (!session) throw new OauthError(400, 'invalid_grant', 'The refresh token is no longer valid.');
      reply.header('cache-control', 'no-store');
      return tokens(session, asked.scope);
    });

    const refresh = (refreshToken: string, address: string) =>
      database.write((trx) => refreshSession(trx, keys, { refreshToken, address }, clock()));

    async function signInByPassword(
      { username, password, scope }: { username: string; password: string; scope?: string | undefined },
      address: string,
    ) {
      const account = await findByLogin(database.db, username);
      const throttle = throttleKeys(account?.id ?? fold(username.trim()), address, username);
      const { waitS } = await underWay.count(throttle, () =>
        database.write((trx) => countTry(trx, throttle, clock()), 'read committed'),
      );
      if (waitS > 0) {
        throw new OauthError(429, 'temporarily_unavailable', 'Too many failed sign-ins. Try again later.', {
          'retry-after': String(waitS),
        });
      }
      const session = await underWay.look(throttle, async () => {
        const isRight = password.length <= longestPassword && (await isPasswordOf(account, password));
        return isRight && account && openRight(account, { scope, throttle });
      });
      if (!session) throw new OauthError(400, 'invalid_grant', 'The user name or the password is wrong.');
      return session;
    }

    async function openRight(
      account: NonNullable<Awaited<ReturnType<typeof findByLogin>>>,
      { scope, throttle }: { scope: string | undefined; throttle: ThrottleKeys },
    ) {
      try {
        return await database.write(async (trx) => {
          if (!(await isStillOpenTo(trx, account))) return null;
          await forgive(trx, throttle);
          const asked = askedOf(scope).join(' ');
          return openSession(trx, { accountId: account.id, scope: asked, place: throttle.home }, clock());
        });
      } catch (error) {
        // It was right all the same, and would hold up the next one.
        await database
          .write((trx) => forgive(trx, throttle))
          .catch((other) => server.log.warn({ err: other }));
        throw error;
      }
    }

    async function tokens(
      { sessionId, accountId, scope, refreshToken }: OpenSession,
      asked: string | undefined,
    ) {
      const atSignIn = scopesIn(scope);
      const within = askedOf(asked).filter((role) => atSignIn.includes(role));
      const roles = await database.read((trx) => rolesOf(trx, accountId));
      return {
        token_type: 'Bearer',
        expires_in: accessTokenLifetimeS,
        // A role that comes while the token holds is to count at once.
        access_token: await keys.signAccessToken({ accountId, sessionId, scope: within.join(' ') }, clock()),
        refresh_token: refreshToken,
        scope: roles.filter((role) => within.includes(role)).join(' '),
      };
    }

    server.post('/oauth/revoke', async (request, reply) => {
      const asked = readForm(revocation, request.body);
      checkClient(asked, config.client);
      const access = await keys.readAccessToken(asked.token, clock());
      await database.write(async (trx) => {
        if (access) await revokeSession(trx, access.sessionId, clock());
        else await revokeByRefreshToken(trx, asked.token, clock());
      });
      return reply.header('cache-control', 'no-store').send();
    });

    server.get('/oauth/api/me', async (request, reply) => {
      const viewer = requireUser(await authenticate(request));
      const account = await accountOf(viewer.accountId);
      reply.header('cache-control', 'no-store');
      return [
        {
          login_status: [true],
          user: [
            {
              id: [account.internal_id],
              uuid: [account.id],
              remote_id: [null],
              name: [account.name],
              mail: [account.mail],
              preferred_langcode: [account.langcode],
              roles: viewer.roles,
              channels: viewer.channelIds,
            },
          ],
        },
      ];
    });

    server.get('/oauth/api/current_user', async (request, reply) => {
      const viewer = requireUser(await authenticate(request));
      const account = await accountOf(viewer.accountId);
      reply.header('cache-control', 'no-store');
      return {
        uid: account.internal_id,
        uuid: account.id,
        name: account.name,
        mail: account.mail,
        roles: viewer.roles,
        channels: viewer.channelIds,
      };
    });

    server.get('/oauth/debug', async (request, reply) => {
      const viewer = requireUser(await authenticate(request));
      const session = await database.read((trx) => standingSession(trx, viewer.sessionId, clock()));
      reply.header('cache-control', 'no-store');
      return {
        client: config.client.id,
        roles: viewer.roles,
        session: {
          id: viewer.sessionId,
          created: isoTime(session?.created),
          expires: isoTime(session?.expires),
        },
        host_time: isoTime(clock()),
      };
    });

    const accountOf = (id: string) =>
      database.read((trx) =>
        trx.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      );
  };

const isoTime = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());

function readForm<Form>(form: z.ZodType<Form>, body: unknown): Form {
  const read = form.safeParse(body ?? {});
  if (read.success) return read.data;
  const [problem] = read.error.issues;
  const name = problem?.path.join('.') || 'body';
  if (name === 'grant_type' && typeof (body as { grant_type?: unknown } | null)?.grant_type === 'string') {
    throw new OauthError(
      400,
      'unsupported_grant_type',
      'This host knows the grants password and refresh_token.',
    );
  }
  throw new OauthError(400, 'invalid_request', `The parameter ${name} is missing or malformed.`);
}

function checkClient(
  asked: { client_id: string; client_secret?: string | undefined },
  client: Config['client'],
) {
  const isRight =
    asked.client_id === client.id &&
    (client.secret === null || isSame(asked.client_secret ?? '', client.secret));
  if (!isRight) throw new OauthError(401, 'invalid_client', 'The client is not known to this host.');
}

function isSame(given: string, right: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const scopesIn = (scope: string) => scope.split(' ').filter((name) => name !== '');

function checkScope(scope = '') {
  const unknown = scopesIn(scope).find((name) => !allRoles.includes(name as Role));
  if (unknown !== undefined)
    throw new OauthError(400, 'invalid_scope', 'The scope names a role nobody can have.');
}

/** Everything when nothing was asked for. */
function askedOf(scope = '') {
  const names = scopesIn(scope);
  return names.length === 0 ? allRoles : allRoles.filter((role) => names.includes(role));
}
