import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import { createBreaks } from '#database/breaks.ts';
import type { HostDatabase, ReadTransaction } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import type { Sight } from '#visibility.ts';
import { relatedMethods } from './allowed-methods.ts';
import { type Answer, type Asked, createAnswering } from './answering.ts';
import type { WireContext } from './attribute-values.ts';
import { checkInclude } from './check-include.ts';
import { type ContentQuery, everything } from './content-query.ts';
import {
  createRecordWriter,
  documentText,
  type Frame,
  pageLinks,
  recordAddress,
  resourceIdentifiers,
} from './document.ts';
import { readWithIncludes } from './load-includes.ts';
import { dropLongTexts, loadLongTexts, portionsByLength } from './load-long-texts.ts';
import { parseQuery } from './parse-query.ts';
import { type LoadedRecord, readByIds, readOne, readPage } from './read-records.ts';
import { recordTables } from './record-tables.ts';
import { contentTexts } from './texts.ts';

/** Answers content calls: every one from a single read transaction that sees one state. */
export function createContentReader(database: HostDatabase, context: WireContext) {
  // Answers hold absolute addresses: with another one they are other answers.
  const answer = createAnswering(database, `${context.release} ${context.publicUrl}`);
  const noSuchRecord = () => new HttpError(404, contentTexts.noSuchRecord);

  /** The whole answer about some records. */
  async function* documentAbout(
    { trx, sight, query }: { trx: ReadTransaction; sight: Sight; query: ContentQuery },
    records: LoadedRecord[],
    many: boolean,
    frame: Frame,
  ): AsyncGenerator<string> {
    const write = createRecordWriter(query, context);
    const batches = readWithIncludes(trx, records, query, sight);
    // The first batch are the records themselves.
    await batches.next();
    const texts = joined(trx, [records], sight, write);
    const data = many ? listOf(texts) : records.length > 0 ? texts : ['null'];
    yield* documentText(frame, data, joined(trx, batches, sight, write));
  }

  async function existing(
    trx: ReadTransaction,
    type: ResourceTypeName,
    id: string,
    query: ContentQuery,
    sight: Sight,
  ) {
    const record = await readOne(trx, type, id, query, sight);
    if (!record) throw noSuchRecord();
    return record;
  }

  /** @param unknown what a name that is no relationship's is answered with */
  function targetsOf(type: ResourceTypeName, name: string, unknown: { status: number; allow?: string }) {
    const { relationships } = resourceTypeOf(type);
    const found = Object.hasOwn(relationships, name) ? relationships[name] : undefined;
    if (found) return found;
    const { status, allow } = unknown;
    throw new HttpError(status, contentTexts.noSuchRelationship(name, type), {
      headers: allow === undefined ? {} : { allow },
    });
  }

  /** A record with one relationship loaded, and the batches that an include finds from there. */
  async function relationshipOf(
    trx: ReadTransaction,
    { type, id, name }: { type: ResourceTypeName; id: string; name: string },
    query: ContentQuery,
    sight: Sight,
  ) {
    const only = { ...query, fields: new Map(query.fields).set(type, new Set([name])) };
    const record = await existing(trx, type, id, only, sight);
    const included = readWithIncludes(trx, [record], only, sight);
    // The first batch is the record itself.
    await included.next();
    return { targets: record.relationships.get(name) ?? [], included };
  }

  return {
    /** The moment in which a question is asked (see `Asked`). */
    moment: database.moment,

    /**
     * The entry point. Its ETag is made from everything that answers to this viewer are made from: while it holds, none of
     * them has changed, and a client need not ask for one.
     */
    entry: (asked: Asked, write: (viewer: Pick<SignedInViewer, 'accountId'>) => object): Promise<Answer> =>
      answer(asked, [], async (_trx, { viewer }) => ({ text: whole(JSON.stringify(write(viewer))) })),

    /** Looks a query up without answering it; throws 400 for what is wrong in it. */
    parse(type: ResourceTypeName, address: URL): ContentQuery {
      const query = parseQuery(address.searchParams);
      checkInclude([type], query.include);
      return query;
    },

    /** The same of a relationship's own address, where nothing but its targets can be included. */
    parseRelationship(type: ResourceTypeName, name: string, address: URL): ContentQuery {
      const query = this.parse(type, address);
      const { [name]: branch, ...others } = query.include;
      const [other] = Object.keys(others);
      if (other !== undefined)
        throw new HttpError(400, `\`${other}\` cannot be included here. Possible values: ${name}.`, {
          parameter: 'include',
        });
      return { ...query, include: branch ? { [name]: branch } : {} };
    },

    collection(asked: Asked, type: ResourceTypeName): Promise<Answer> {
      return answer(asked, ['collection'], async (trx, sight) => {
        const query = this.parse(type, asked.address);
        const { records, total } = await readPage(trx, type, query, sight);
        const links = pageLinks(asked.address, query.page, total);
        const frame = { self: asked.address.href, links, meta: { count: total } };
        return { text: documentAbout({ trx, sight, query }, records, true, frame) };
      });
    },

    single(asked: Asked, type: ResourceTypeName, id: string): Promise<Answer> {
      return answer(asked, ['single', type, id], async (trx, sight) => {
        const query = this.parse(type, asked.address);
        const record = await existing(trx, type, id, query, sight);
        return {
          changed: Number(record.row.changed),
          text: documentAbout({ trx, sight, query }, [record], false, { self: asked.address.href }),
        };
      });
    },

    /** The records a relationship leads to. */
    related(asked: Asked, type: ResourceTypeName, id: string, name: string): Promise<Answer> {
      const { targets, many } = targetsOf(type, name, { status: 405, allow: relatedMethods(type, name) });
      return answer(asked, ['related', type, id, name], async (trx, sight) => {
        const query = parseQuery(asked.address.searchParams);
        checkInclude(targets, query.include);
        const found = await relationshipOf(trx, { type, id, name }, everything, sight);
        const { table } = recordTables[targets[0] as ResourceTypeName];
        // A document holds every record once, however often it is named.
        const ids = [...new Set(found.targets.map((target) => target.id))];
        const loaded = await readByIds(trx, table, { ids, areSeen: true }, query, sight);
        const byId = new Map(loaded.map((record) => [record.id, record]));
        const records = ids.flatMap((target) => byId.get(target) ?? []);
        return { text: documentAbout({ trx, sight, query }, records, many, { self: asked.address.href }) };
      });
    },

    /** The identifiers a relationship holds; an include goes by the relationship's own name. */
    relationship(asked: Asked, type: ResourceTypeName, id: string, name: string): Promise<Answer> {
      const { many } = targetsOf(type, name, { status: 404 });
      return answer(asked, ['relationship', type, id, name], async (trx, sight) => {
        const query = this.parseRelationship(type, name, asked.address);
        const found = await relationshipOf(trx, { type, id, name }, query, sight);
        const identifiers = resourceIdentifiers(found.targets);
        const data = JSON.stringify(many ? identifiers : (identifiers[0] ?? null));
        const links = { related: { href: `${recordAddress(context, { type, id })}/${name}` } };
        const included = joined(trx, found.included, sight, createRecordWriter(query, context));
        return { text: documentText({ self: asked.address.href, links }, [data], included) };
      });
    },
  };
}

async function* whole(text: string) {
  yield text;
}

// Longer strings are kept apart by V8, and cleared away late.
const pieceLength = 50_000;

/** Records with commas between them, in pieces that each begin with a record. */
async function* joined(
  trx: ReadTransaction,
  batches: AsyncIterable<LoadedRecord[]> | readonly LoadedRecord[][],
  { dialect }: Sight,
  write: (record: LoadedRecord) => string,
) {
  const breakNow = createBreaks();
  for await (const batch of batches) {
    let text = '';
    for (const records of portionsByLength(batch)) {
      await loadLongTexts(trx, records, dialect);
      for (const record of records) {
        text += text === '' ? write(record) : `,${write(record)}`;
        if (text.length < pieceLength) continue;
        yield text;
        text = '';
        await breakNow();
      }
      dropLongTexts(records);
    }
    if (text !== '') yield text;
  }
}

async function* listOf(pieces: AsyncIterable<string>) {
  let before = '[';
  for await (const piece of pieces) {
    yield before + piece;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

export type ContentReader = ReturnType<typeof createContentReader>;
