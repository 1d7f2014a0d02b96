import { randomBytes, randomUUID } from 'node:crypto';
import type { HostProcess } from './host-process.ts';
import type { Person } from './people.ts';

export interface HostRecord {
  type: string;
  id: string;
  attributes: Record<string, unknown>;
}

const jsonApi = 'application/vnd.api+json';

/** Another client of the host, past every fault: it makes what a test needs and tells what the host really has. */
export class HostClient {
  readonly #host: HostProcess;
  readonly #token: string;

  private constructor(host: HostProcess, token: string) {
    this.#host = host;
    this.#token = token;
  }

  static async signIn(host: HostProcess, { name, password }: Person) {
    const answer = await askForTokens(host, { grant_type: 'password', username: name, password });
    if (!answer.ok) throw new Error(`${name} could not sign in: ${await answer.text()}`);
    return new HostClient(host, (await answer.json()).access_token);
  }

  /** All records of a collection that this person may see. */
  async list(path: string): Promise<HostRecord[]> {
    const found: HostRecord[] = [];
    for (let address: string | null = `/jsonapi/${path}`; address !== null; ) {
      const answer = await fetch(this.#host.address + address, { headers: this.#headers });
      if (!answer.ok) throw new Error(`${address} was refused: ${await answer.text()}`);
      const { data, links } = await answer.json();
      found.push(...data);
      const next: URL | null = URL.parse(links?.next?.href ?? links?.next ?? '');
      address = next && next.pathname + next.search;
    }
    return found;
  }

  /**
   * A private pack in a channel, or in the person's first one.
   * @param titles of its sections, which are texts
   */
  async makePack(
    title: string,
    titles: readonly string[] = ['A word before we meet'],
    channel?: string,
  ): Promise<HostRecord> {
    const elements = titles.map((title) => ({
      ...{ id: randomUUID(), type: 'text', title, showTitle: true, introText: '' },
      ...{ options: { hideTitle: false }, data: { content: '<p>Dear {{recipient_name}}</p>' } },
    }));
    return this.makePackOf(title, { version: 2, elements }, channel);
  }

  /** The same with contents as they are given, of whatever version. */
  async makePackOf(title: string, contents: unknown, channelTitle?: string): Promise<HostRecord> {
    const channels = await this.list('salestool/channel');
    const channel = channels.find(
      ({ attributes }) => channelTitle === undefined || attributes.title === channelTitle,
    );
    return this.#make({
      ...{ type: 'salestool--pack', id: randomUUID() },
      attributes: { title, pack_data: JSON.stringify(contents) },
      relationships: { channel: { data: { type: 'salestool--channel', id: channel?.id } } },
    });
  }

  /** A link to a pack of this person. @param fields of its message: for whom it is, and its subject */
  async makeLink(packId: string, fields: Record<string, string>): Promise<HostRecord> {
    return this.#make({
      ...{ type: 'salestool--message', id: randomUUID() },
      attributes: { ...fields, sent: false, link_token: randomBytes(24).toString('base64url') },
      relationships: { pack: { data: { type: 'salestool--pack', id: packId } } },
    });
  }

  async #make(data: HostRecord & Record<string, unknown>): Promise<HostRecord> {
    const path = data.type.replace('--', '/');
    const answer = await fetch(`${this.#host.address}/jsonapi/${path}`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': jsonApi },
      body: JSON.stringify({ data }),
    });
    if (answer.status !== 201) throw new Error(`A record of ${path} was refused: ${await answer.text()}`);
    return (await answer.json()).data;
  }

  /** A record of this person's own goes for good. */
  async remove({ type, id }: HostRecord) {
    const address = `${this.#host.address}/jsonapi/${type.replace('--', '/')}/${id}`;
    const answer = await fetch(address, { method: 'DELETE', headers: this.#headers });
    if (answer.status !== 204) throw new Error(`${id} was not removed: ${await answer.text()}`);
  }

  get #headers() {
    return { authorization: `Bearer ${this.#token}` };
  }
}

/** One call of the token endpoint, as the app makes it. */
export const askForTokens = (host: HostProcess, fields: Record<string, string>) =>
  fetch(`${host.address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'satchel', scope: 'sales_tool_user', ...fields }),
  });
