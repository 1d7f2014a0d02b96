import { type ResourceTypeName, resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import type { HostDatabase, ReadTransaction } from '#database/database.ts';
import { HttpError } from '#http/errors.ts';
import type { SignedInViewer } from '#http/viewer.ts';
import { answerTag, etagOf, knownEtag } from './answer-tag.ts';
import type { WireContext } from './attribute-values.ts';
import { checkInclude } from './check-include.ts';
import { type ContentQuery, everything } from './content-query.ts';
import { documentOf, pageLinks, recordAddress, resourceIdentifiers, resourceObject } from './document.ts';
import { loadIncludes } from './load-includes.ts';
import { parseQuery } from './parse-query.ts';
import { type LoadedRecord, readByIds, readOne, readPage } from './read-records.ts';
import { recordTables } from './record-tables.ts';
import type { Sight } from './visibility.ts';

export interface Asked {
  viewer: SignedInViewer;
  /** The whole address as the caller used it. */
  address: URL;
  ifNoneMatch?: string | undefined;
}

/** `document` is absent when the caller has the present one already. */
export interface Answer {
  etag: string;
  document?: object;
}

/** Answers content calls: every one from a single read transaction that sees one state. */
export function createContentReader(database: HostDatabase, context: WireContext) {
  const noSuchRecord = () => new HttpError(404, 'There is no such record.');

  /** Reads the tag first, so that an unchanged answer costs one statement. */
  function answer(
    { viewer, address, ifNoneMatch }: Asked,
    make: (trx: ReadTransaction, sight: Sight, tag: string) => Promise<Answer>,
  ): Promise<Answer> {
    const sight = { viewer, dialect: database.dialect };
    return database.read(async (trx) => {
      const tag = await answerTag(trx, address.pathname + address.search, sight, context.release);
      const known = knownEtag(ifNoneMatch, tag);
      return known ? { etag: known } : make(trx, sight, tag);
    });
  }

  async function includedObjects(
    trx: ReadTransaction,
    records: LoadedRecord[],
    query: ContentQuery,
    sight: Sight,
  ) {
    const included = await loadIncludes(trx, records, query, sight);
    return included.map((record) => resourceObject(record, query, context));
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

  function targetsOf(type: ResourceTypeName, relationship: string) {
    const { relationships } = resourceTypeOf(type);
    const found = Object.hasOwn(relationships, relationship) ? relationships[relationship] : undefined;
    if (!found) throw new HttpError(404, `There is no relationship \`${relationship}\` on ${type}.`);
    return found;
  }

  /** What one relationship of a record names, and the records that an include finds from there. */
  async function relationshipOf(
    trx: ReadTransaction,
    { type, id, name }: { type: ResourceTypeName; id: string; name: string },
    query: ContentQuery,
    sight: Sight,
  ) {
    const only = { ...query, fields: new Map(query.fields).set(type, new Set([name])) };
    const record = await existing(trx, type, id, only, sight);
    const included = await loadIncludes(trx, [record], only, sight);
    return { targets: record.relationships.get(name) ?? [], included };
  }

  return {
    /** Looks a query up without answering it; throws 400 for what is wrong in it. */
    parse(type: ResourceTypeName, address: URL): ContentQuery {
      const query = parseQuery(address.searchParams);
      checkInclude([type], query.include);
      return query;
    },

    collection(asked: Asked, type: ResourceTypeName): Promise<Answer> {
      const query = this.parse(type, asked.address);
      return answer(asked, async (trx, sight, tag) => {
        const { records, total } = await readPage(trx, type, query, sight);
        const included = await includedObjects(trx, records, query, sight);
        const data = records.map((record) => resourceObject(record, query, context));
        const links = pageLinks(asked.address, query.page, total);
        return {
          etag: etagOf(tag),
          document: documentOf(asked.address.href, { data, included, links, meta: { count: total } }),
        };
      });
    },

    single(asked: Asked, type: ResourceTypeName, id: string): Promise<Answer> {
      const query = this.parse(type, asked.address);
      return answer(asked, async (trx, sight, tag) => {
        const record = await existing(trx, type, id, query, sight);
        const included = await includedObjects(trx, [record], query, sight);
        const data = resourceObject(record, query, context);
        return {
          etag: etagOf(tag, Number(record.row.changed)),
          document: documentOf(asked.address.href, { data, included }),
        };
      });
    },

    /** The records a relationship leads to. */
    related(asked: Asked, type: ResourceTypeName, id: string, name: string): Promise<Answer> {
      const { targets, many } = targetsOf(type, name);
      const query = parseQuery(asked.address.searchParams);
      checkInclude(targets, query.include);
      return answer(asked, async (trx, sight, tag) => {
        const found = await relationshipOf(trx, { type, id, name }, everything, sight);
        const { table } = recordTables[targets[0] as ResourceTypeName];
        // A document holds every record once, however often it is named.
        const ids = [...new Set(found.targets.map((target) => target.id))];
        const loaded = await readByIds(trx, table, { ids, areSeen: true }, query, sight);
        const byId = new Map(loaded.map((record) => [record.id, record]));
        const records = ids.flatMap((target) => byId.get(target) ?? []);
        const included = await includedObjects(trx, records, query, sight);
        const objects = records.map((record) => resourceObject(record, query, context));
        return {
          etag: etagOf(tag),
          document: documentOf(asked.address.href, { data: many ? objects : (objects[0] ?? null), included }),
        };
      });
    },

    /** The identifiers a relationship holds; an include goes by the relationship's own name. */
    relationship(asked: Asked, type: ResourceTypeName, id: string, name: string): Promise<Answer> {
      const { many } = targetsOf(type, name);
      const query = this.parse(type, asked.address);
      const { [name]: branch, ...others } = query.include;
      const [other] = Object.keys(others);
      if (other !== undefined)
        throw new HttpError(400, `\`${other}\` cannot be included here. Possible values: ${name}.`, {
          parameter: 'include',
        });
      return answer(asked, async (trx, sight, tag) => {
        const include = branch ? { [name]: branch } : {};
        const found = await relationshipOf(trx, { type, id, name }, { ...query, include }, sight);
        const identifiers = resourceIdentifiers(found.targets);
        const included = found.included.map((record) => resourceObject(record, query, context));
        const related = `${recordAddress(context, { type, id })}/${name}`;
        return {
          etag: etagOf(tag),
          document: documentOf(asked.address.href, {
            data: many ? identifiers : (identifiers[0] ?? null),
            included,
            links: { related: { href: related } },
          }),
        };
      });
    },
  };
}

export type ContentReader = ReturnType<typeof createContentReader>;
