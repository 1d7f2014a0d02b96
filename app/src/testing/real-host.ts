import type { PackRecord } from '#storage/records.ts';

type Person = 'nora' | 'tomas' | 'ines' | 'henrik' | 'mei';

/** What tests of the app need of the host's own test kit. */
export interface RealHost {
  url: string;
  advance(ms: number): void;
  signIn(person: Person): Promise<(path: string, init?: RequestInit) => Promise<Response>>;
  stop(): Promise<void>;
  database: { write(task: (transaction: unknown) => Promise<void>): Promise<void> };
  world: {
    people: Record<Person, { id: string }>;
    channels: Record<'retail' | 'transit', { id: string; title: string; signature: { id: string } }>;
    bundles: Record<'counter' | 'gate', { id: string }>;
    documents: Record<'guide' | 'photo' | 'drawing', { id: string; name: string }>;
    packs: Record<'global', { id: string }>;
    signatures: Record<'nora', { id: string }>;
  };
}

// Named at run time, so that the app is not type-checked together with the host's own code.
const testHost: string = '@satchel/server/src/testing/test-host.ts';
const worldOfHost: string = '@satchel/server/src/testing/world.ts';
const smtpOfHost: string = '@satchel/server/src/testing/smtp-receiver.ts';
const accountsOfHost: string = '@satchel/server/src/features/sign-in/account-store.ts';
const revisionOfHost: string = '@satchel/server/src/database/revision.ts';
const processesOfHost: string = '@satchel/server/src/testing/killable-host.ts';
const wireOfHost: string = '@satchel/server/src/testing/counting-wire.ts';

/** The content host as it ships, over HTTP, with a fresh database and its small world. */
export async function startRealHost(config: Record<string, unknown> = {}): Promise<RealHost> {
  const { startTestHost } = (await import(testHost)) as {
    startTestHost: (options: { config: typeof config }) => Promise<RealHost>;
  };
  return startTestHost({ config });
}

/** As an administrator does it: a sales rep of these channels and no others. */
export async function putIntoChannels(host: RealHost, person: Person, channelIds: readonly string[]) {
  const { setMemberships } = (await import(accountsOfHost)) as {
    setMemberships(transaction: unknown, id: string, of: object): Promise<void>;
  };
  const { id } = host.world.people[person];
  await host.database.write((trx) => setMemberships(trx, id, { roles: ['sales_tool_user'], channelIds }));
}

/** As whoever keeps the content renames a file. */
export const renameMedia = (host: RealHost, id: string, name: string) =>
  host.database.write(async (trx) => {
    await (trx as ContentTables).updateTable('media').set({ name }).where('id', '=', id).execute();
    await endEtags(trx);
  });

/** As whoever keeps the content makes a pack of somebody one for everybody. */
export const shareWithAll = (host: RealHost, packId: string) =>
  host.database.write(async (trx) => {
    const global = { pack_type: 'global', channel_id: null, owner_id: null };
    await (trx as ContentTables).updateTable('pack').set(global).where('id', '=', packId).execute();
    await endEtags(trx);
  });

/** As whoever keeps the content takes a file out of every bundle. Resolves to what puts it back. */
export async function withdrawMedia(host: RealHost, id: string): Promise<() => Promise<void>> {
  let places: readonly object[] = [];
  await host.database.write(async (trx) => {
    const rows = (trx as ContentTables).deleteFrom('bundle_media').where('media_id', '=', id);
    places = await rows.returningAll().execute();
    await endEtags(trx);
  });
  return () =>
    host.database.write(async (trx) => {
      await (trx as ContentTables).insertInto('bundle_media').values(places).execute();
      await endEtags(trx);
    });
}

async function endEtags(trx: unknown) {
  const kit = (await import(revisionOfHost)) as { bumpRevision(trx: unknown, scope: string): Promise<void> };
  await kit.bumpRevision(trx, 'shared');
}

interface Rows {
  where(column: string, operator: '=', value: string): Rows;
  returningAll(): { execute(): Promise<readonly object[]> };
  execute(): Promise<unknown>;
}

interface ContentTables {
  updateTable(table: 'media' | 'pack'): { set(values: Record<string, string | null>): Rows };
  deleteFrom(table: 'bundle_media'): Rows;
  insertInto(table: 'bundle_media'): { values(rows: readonly object[]): { execute(): Promise<unknown> } };
}

interface MailReceiver {
  url: string;
  /** What it has taken, with all headers. */
  accepted: { raw: string }[];
  /** Asked at every stage of a mail. */
  behave(behaviour: (stage: string) => 'accept' | { refuse: number }): void;
  stop(): Promise<void>;
}

/** A mail server of its own for a host. */
export async function startMailReceiver(): Promise<MailReceiver> {
  const kit = (await import(smtpOfHost)) as { startSmtpReceiver(): Promise<MailReceiver> };
  return kit.startSmtpReceiver();
}

/** What tests of the app need of hosts that run as programs of their own, one after the other with the same data. */
export interface HostProcesses {
  start(): Promise<{ url: string; kill(): Promise<void> }>;
  receiver: { accepted: { to: string[] }[] };
  world: { channels: RealHost['world']['channels'] };
  look<T>(work: (database: { db: HostTables }) => Promise<T>): Promise<T>;
  /** Resolves when no mail is under way any more. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface HostTables {
  selectFrom(table: 'pack' | 'message'): { select(column: 'id'): { execute(): Promise<{ id: string }[]> } };
}

export async function prepareHostProcesses(): Promise<HostProcesses> {
  const kit = (await import(processesOfHost)) as { prepareKillableHosts(): Promise<HostProcesses> };
  return kit.prepareKillableHosts();
}

export async function passwordOfAll(): Promise<string> {
  const { password } = (await import(worldOfHost)) as { password: string };
  return password;
}

export interface CountingWire {
  url: string;
  bytes: { up: number; down: number };
  close(): void;
}

/** A wire to the host that counts every byte on it. */
export async function startCountingWire(port: number): Promise<CountingWire> {
  const kit = (await import(wireOfHost)) as { countingWire(port: number): Promise<CountingWire> };
  return kit.countingWire(port);
}

export const packWith = (text: string): Pick<PackRecord, 'pack_data'> => ({
  pack_data: JSON.stringify({
    version: 2,
    elements: [
      {
        id: 'a',
        type: 'text',
        title: 'T',
        showTitle: true,
        introText: '',
        options: {},
        data: { content: text },
      },
    ],
  }),
});
