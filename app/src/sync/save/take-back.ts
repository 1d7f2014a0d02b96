import { isKnownToHost, writeRecord } from '#remote/documents.ts';
import { failureOf, isRefusedWith } from '#remote/failure.ts';
import type { JsonApi } from '#remote/json-api.ts';
import { definitionOf, type ModelDefinitions } from '#remote/model-definitions.ts';
import type { MessageRecord } from '#storage/records.ts';
import { type IsOurs, insist } from './displaced.ts';
import { hasNone } from './remove-there.ts';
import { withoutMailing } from './without-mailing.ts';

interface TakeBackParts {
  calls: Pick<JsonApi, 'create' | 'remove'>;
  /** As the host has it now. @throws RemoteFailure refused with 404 or 410 when it has none */
  look: (message: MessageRecord) => Promise<{ etag: string | null }>;
  definitions: () => Promise<ModelDefinitions | null>;
  isOurs: IsOurs;
}

/**
 * Takes a message from the host, of which this device may not have heard whether it has come. One that is not there may be on its
 * way still, given up by this device and held up in between: so it is brought there as a link, which mails nobody, and
 * taken back. From then on the host takes it no more, however late it comes. What is taken is the state that was looked at,
 * so that a call which was given up and comes late leaves alone what was written anew since; so does a window that froze over
 * its look.
 * @throws RemoteFailure when it stays, or nobody can tell; Displaced
 */
export async function takeBack({ calls, look, definitions, isOurs }: TakeBackParts, message: MessageRecord) {
  const { type, id } = message;
  /** Null where the host shows no such record to anybody: what is done next says why. */
  const stateNow = async () => {
    try {
      return (await look(message)).etag;
    } catch (error) {
      if (!isRefusedWith(error, 403) && !isRefusedWith(error, 405)) throw error;
      return null;
    }
  };
  const remove = async () => {
    try {
      const etag = await stateNow();
      await insist(isOurs);
      await calls.remove(type, id, etag);
      return true;
    } catch (error) {
      if (!hasNone(error)) throw error;
      return false;
    }
  };
  if ((await remove()) || isKnownToHost(message)) return;
  const model = await definitions();
  // Without its link the host could not tell it from another one.
  if (!message.link_token || !definitionOf(model, type).attributes.includes('link_token')) return;
  await insist(isOurs);
  try {
    await calls.create(withoutMailing(writeRecord({ ...message }, 'create', model)));
  } catch (error) {
    // It has come meanwhile, or would not be taken later either.
    if (failureOf(error)?.kind !== 'refused') throw error;
  }
  await remove();
}
