import type { Request } from '#remote/create-request.ts';
import { failureOf } from '#remote/failure.ts';
import { type ModelDefinitions, readModelDefinitions } from '#remote/model-definitions.ts';
import type { Database } from '#storage/database.ts';
import { asStorageFailure, StorageFailure } from '#storage/storage-failure.ts';

interface DefinitionsParts {
  database: Database;
  request: Request;
  address: () => string;
}

const markId = 'model-definitions';

/** What is known on this device of the host's fields: nothing of a host that has no definitions, null before it has told. */
export const keptDefinitions = async ({ marks }: Database): Promise<ModelDefinitions | null> =>
  ((await marks.get(markId))?.value as ModelDefinitions | undefined) ?? null;

/**
 * The host's model definitions (API-29), asked once per start; the last good answer stands in while the host cannot
 * be reached or has none any more. Without any they are empty, and null as long as nobody can tell whether it has some.
 */
export function createDefinitions({ database, request, address }: DefinitionsParts) {
  let asked: Promise<ModelDefinitions | null> | null = null;

  /** A device without room for them knows them until the app is closed. */
  async function keep(definitions: ModelDefinitions) {
    try {
      await database.marks.put({ id: markId, value: definitions });
    } catch (error) {
      const failure = asStorageFailure(error);
      if (!(failure instanceof StorageFailure && failure.kind === 'full')) throw failure;
    }
  }

  async function withoutAny(): Promise<ModelDefinitions> {
    const before = await keptDefinitions(database);
    if (before === null) await keep({});
    return before ?? {};
  }

  async function ask(): Promise<ModelDefinitions | null> {
    try {
      const { body } = await request(address(), { headers: { Accept: 'application/json' } });
      const definitions = readModelDefinitions(body);
      if (Object.keys(definitions).length === 0) return withoutAny();
      await keep(definitions);
      return definitions;
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind === 'refused') return withoutAny();
      if (failure === null) throw error;
      // Worth asking again with the next use.
      asked = null;
      return keptDefinitions(database);
    }
  }

  return () => {
    asked ??= ask().catch((error: unknown) => {
      // Whatever this device failed at may go the next time.
      asked = null;
      throw error;
    });
    return asked;
  };
}
