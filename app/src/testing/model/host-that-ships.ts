import { passwordOfAll, type RealHost, startMailReceiver, startRealHost } from '#testing/real-host.ts';
import type { HostEvent, HostRecord } from './host-records.ts';
import { patiently } from './patiently.ts';
import type { PersonName, Surroundings } from './world.ts';

interface EventRow {
  id: string;
  account_id: string;
  description: string | null;
}

/** What the model sees of the real host's inside. */
interface Inside extends RealHost {
  clock(): number;
  database: {
    write<T>(
      work: (trx: {
        selectFrom(table: 'event'): { selectAll(): { execute(): Promise<EventRow[]> } };
      }) => Promise<T>,
    ): Promise<T>;
  };
}

interface Resource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
  relationships: HostRecord['relationships'];
}

const names: readonly PersonName[] = ['nora', 'henrik'];
const longestMailMs = 20_000;
const nothing = () => {};

/** The host as it ships, with the clock of the model. `look` takes note of what it has now; `stop` ends it. */
export async function hostThatShips(): Promise<
  Surroundings & { look(): Promise<void>; stop(): Promise<void> }
> {
  const receiver = await startMailReceiver();
  const inside = (await startRealHost({ smtpUrl: receiver.url, mailFrom: 'packs@velden.example' })) as Inside;
  const channelId = inside.world.channels.retail.id;
  const people = names.map((name) => ({ name, id: inside.world.people[name].id }));
  const everStored: string[] = [];
  let records: HostRecord[] = [];
  let events: HostEvent[] = [];
  const mailed = new Map<string, number>();
  let mailedSubjects: string[] = [];

  const fetch: typeof globalThis.fetch = async (address, init) => {
    const answer = await patiently(() => globalThis.fetch(address, init));
    const { status, statusText, headers } = answer;
    // Read whole: what still comes in would not count as under way.
    const body = await answer.arrayBuffer();
    const response = new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
    if (response.ok && init?.method !== undefined && typeof init.body === 'string')
      everStored.push(init.body);
    return response;
  };

  async function recordsOf({ name, id }: (typeof people)[number]): Promise<HostRecord[]> {
    const ask = await inside.signIn(name);
    const found: HostRecord[] = [];
    for (const query of [
      `pack?filter[pack_type]=private&filter[channel.id]=${channelId}&filter[uid.id]=${id}`,
      `message?filter[user.id]=${id}`,
      `signature?filter[uid.id]=${id}`,
    ]) {
      let next: string | undefined = `/jsonapi/salestool/${query}`;
      while (next !== undefined) {
        const answer = await patiently(() => ask(next!));
        const { data, links } = (await answer.json()) as {
          data: Resource[];
          links?: { next?: { href: string } };
        };
        for (const resource of data) found.push({ ...resource, owner: id, created: 0, changed: 0 });
        const href = links?.next?.href;
        next = href === undefined ? undefined : href.slice(new URL(href).origin.length);
      }
    }
    return found;
  }

  const isMailing = ({ attributes }: HostRecord) => attributes.delivery === 'queued';

  async function look() {
    const end = Date.now() + longestMailMs;
    do records = (await Promise.all(people.map(recordsOf))).flat();
    while (records.some(isMailing) && Date.now() < end);
    const rows = await inside.database.write((trx) => trx.selectFrom('event').selectAll().execute());
    events = rows.map(({ id, account_id, description }) => ({
      id,
      account: account_id,
      description: description ?? '',
    }));
    mailedSubjects = receiver.accepted.map(({ raw }) => /^Subject: (.*?)\r?$/m.exec(raw)?.[1] ?? '');
    mailed.clear();
    for (const { id, attributes } of records) {
      const subject = `Subject: ${attributes.subject}`;
      const count = receiver.accepted.filter(({ raw }) => raw.includes(subject)).length;
      if (count > 0) mailed.set(id, count);
    }
  }

  return {
    host: {
      fetch,
      sessions: { endAccess: () => inside.advance(3_600_000), endAll: nothing },
      mailed,
      get mailedSubjects() {
        return mailedSubjects;
      },
      everStored,
      cameTooLate: [],
      get everLogged() {
        return events;
      },
      records: () => records,
      record: (id) => records.find((record) => record.id === id),
      generation: () => 1,
      mail: nothing,
      backUp: nothing,
      restore: nothing,
      publish: nothing,
      refuseEvents: nothing,
    },
    origin: inside.url,
    people,
    password: await passwordOfAll(),
    channelId,
    hasEditions: false,
    clock: { now: inside.clock, pass: inside.advance },
    look,
    async stop() {
      await inside.stop();
      await receiver.stop();
    },
  };
}
