import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { HostDatabase } from '#database/database.ts';

/** How long an access token is valid, in seconds. */
export const accessTokenLifetimeS = 300;

export interface AccessClaims {
  accountId: string;
  sessionId: string;
  /** Space separated; what counts of it are the roles that the account has at the moment. */
  scope: string;
}

export interface CheckedClaims extends AccessClaims {
  /** From this moment on the token is worth nothing. */
  expires: number;
}

export interface Keys {
  /** Never the same twice: whoever was refused with one can tell that the next is another (RFC 9068, `jti`). */
  signAccessToken(claims: AccessClaims, now: number): Promise<string>;
  /** Null when the token is not ours, was altered, or has expired. */
  readAccessToken(token: string, now: number): Promise<CheckedClaims | null>;
  /** The refresh token that follows another. The same every time, and only this host can tell. */
  deriveSuccessor(refreshToken: string): string;
  /** What is stored instead of something so short that its plain hash would give it away. */
  hashSecret(text: string): string;
  /** Signs what a prospect page carries and sends back. */
  signPage(text: string): string;
  isPageSigned(text: string, signature: string): boolean;
  /** What a mail's `Message-ID` carries beside its id: 22 characters of base64url. */
  signMail(mailId: string): string;
  isMailSigned(mailId: string, signature: string): boolean;
  /** Encrypts a text for the database, so that a copy of the database alone does not give it away by a search. */
  seal(text: string): string;
  /** Throws when the text was not sealed with this host's keys. */
  unseal(sealed: string): string;
}

/** What is stored and looked up instead of a random token (refresh tokens, link tokens). */
export const hashToken = (token: string) => hash('sha256', token);

/** More than 128 bits, and short enough for a Message-ID. */
const mailSignatureLength = 22;

const issuer = 'satchel';
const settingName = 'master-key';

/** The host's keys, all derived from one secret that is made once and kept in the database; several hosts share it. */
export async function loadKeys(database: HostDatabase): Promise<Keys> {
  const secret = await database.write(async (trx) => {
    await trx
      .insertInto('setting')
      .values({ name: settingName, value: randomBytes(32).toString('base64') })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return trx
      .selectFrom('setting')
      .select('value')
      .where('name', '=', settingName)
      .executeTakeFirstOrThrow();
  });
  return createKeys(Buffer.from(secret.value, 'base64'));
}

/** @param secret 32 random bytes */
export function createKeys(secret: Uint8Array): Keys {
  const derive = (label: string) => new Uint8Array(hkdfSync('sha256', secret, '', `satchel ${label}`, 32));
  const accessKey = derive('access token');
  const successorKey = derive('refresh successor');
  const sealingKey = derive('sealing');
  // Made ready once: this one signs at every visit.
  const pageKey = createSecretKey(derive('prospect page'));
  const mailKey = derive('mail');
  const secretKey = derive('short secrets');
  const pageHmac = (text: string) => createHmac('sha256', pageKey).update(text).digest();

  const signMail = (mailId: string) =>
    createHmac('sha256', mailKey).update(mailId).digest('base64url').slice(0, mailSignatureLength);

  return {
    signAccessToken: ({ accountId, sessionId, scope }, now) =>
      new SignJWT({ sid: sessionId, scope })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setSubject(accountId)
        .setJti(randomUUID())
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor(now / 1000) + accessTokenLifetimeS)
        .sign(accessKey),

    async readAccessToken(token, now) {
      try {
        const { payload } = await jwtVerify<{ sid: string; scope: string }>(token, accessKey, {
          algorithms: ['HS256'],
          typ: 'at+jwt',
          issuer,
          requiredClaims: ['sub', 'sid', 'scope', 'exp'],
          currentDate: new Date(now),
        });
        const expires = (payload.exp as number) * 1000;
        return { accountId: payload.sub as string, sessionId: payload.sid, scope: payload.scope, expires };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },

    deriveSuccessor: (refreshToken) =>
      createHmac('sha256', successorKey).update(refreshToken).digest('base64url'),

    hashSecret: (text) => createHmac('sha256', secretKey).update(text).digest('base64url'),

    signPage: (text) => pageHmac(text).toString('base64url'),

    isPageSigned(text, signature) {
      const given = Buffer.from(signature, 'base64url');
      const right = pageHmac(text);
      return given.length === right.length && timingSafeEqual(given, right);
    },

    signMail,

    isMailSigned(mailId, signature) {
      const given = Buffer.from(signature);
      const right = Buffer.from(signMail(mailId));
      return given.length === right.length && timingSafeEqual(given, right);
    },

    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce);
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url');
    },

    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
