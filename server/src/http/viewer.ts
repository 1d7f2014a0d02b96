import type { Role } from '@satchel/core/contract/roles.ts';
import type { FastifyRequest } from 'fastify';
import type { Moment } from '#database/moment.ts';
import { HttpError } from './errors.ts';

export interface SignedInViewer {
  kind: 'user';
  accountId: string;
  internalId: number;
  roles: readonly Role[];
  channelIds: readonly string[];
  sessionId: string;
}

/** Who asks. Every visibility rule takes one. */
export type Viewer = { kind: 'anonymous' } | SignedInViewer;

/**
 * Throws 401 for a token that is not valid; a request without one is anonymous.
 * @param moment in which the answer has to be true; without it, the present one
 */
export type Authenticate = (request: FastifyRequest, moment?: Moment) => Promise<Viewer>;

export const isAdministrator = (viewer: Viewer) =>
  viewer.kind === 'user' && viewer.roles.includes('administrator');

export function requireUser(viewer: Viewer): SignedInViewer {
  if (viewer.kind === 'anonymous') {
    throw new HttpError(401, 'A valid access token is needed.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  return viewer;
}
